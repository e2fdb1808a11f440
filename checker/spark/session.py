"""One Spark session per run, started in the background and gone at the end."""

from __future__ import annotations

import logging
import os
import pwd
import re
import shutil
import socket
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import util
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from checker.errors import CheckerError, DefectError, JavaError
from checker.spark.archive import find_archive, making_options, use_options
from checker.spark.configuration import (
    LOG,
    SHORT_RUN,
    configuration,
    environment,
    log_configuration,
    submit_environment,
)
from checker.spark.gateway import GATEWAY_VARIABLES, LocalJvm, jvm_command
from checker.spark.java import find_java
from checker.spark.shipping import ship_package

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LOCAL_MASTER = "local[*]"
_CONNECT_PORT, _KNOCK_SECONDS = 15002, 10


def silence_py4j() -> None:
    """It writes a trace to stderr for every call that Ctrl-C ends; what fails is raised as well, and told once."""
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    logging.getLogger().addFilter(_is_of_others)  # where its calls fail, it logs as the root


def _is_of_others(record: logging.LogRecord) -> bool:
    return record.module != "java_gateway"


class SparkRunner:
    """A session that boots while other work is done: `start` begins, `session` waits for it."""

    def __init__(self, master: str = LOCAL_MASTER, *, new_archive: Path | None = None) -> None:
        self._master = master
        self._new_archive = new_archive
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="spark")
        self._scratch: Path | None = None
        self._jvm: LocalJvm | None = None
        self._future: Future[SparkSession] | None = None
        self.has_booted = False
        """Whether a session was needed."""

    def start(self) -> None:
        """Begin to boot; asking for the session later waits for it."""
        if self._future is None:
            self._scratch = Path(tempfile.mkdtemp(prefix="checker-"))
            self._future = self._threads.submit(self._boot, self._scratch)
            self.has_booted = True

    @property
    def session(self) -> SparkSession:
        self.start()
        assert self._future is not None  # noqa: S101
        return self._future.result()

    def _boot(self, scratch: Path) -> SparkSession:
        try:
            session = self._connect() if self._is_connected else self._launch(scratch)
            if not self._is_one_process:
                ship_package(session, scratch, connected=self._is_connected)
            return session
        except CheckerError:
            raise
        except Exception as error:
            told = _thrown(error) or _last_words(scratch) or (str(error).splitlines() or [type(error).__name__])[0]
            raise JavaError(f"Spark does not start with master {self._master!r}: {told}") from error

    def _connect(self) -> SparkSession:
        if util.find_spec("grpc") is None:
            raise JavaError(
                "Spark Connect needs packages that are not here", hint="run: pip install 'checker[connect]'"
            )
        _knock(self._master)
        from pyspark.sql import SparkSession

        return SparkSession.builder.remote(self._master).getOrCreate()

    def _launch(self, scratch: Path) -> SparkSession:
        _check_user()
        known = environment(local=self._is_local)
        if self._is_one_process:
            self._jvm = LocalJvm(self._command(scratch), scratch, scratch / LOG, known)
        else:
            known |= submit_environment(scratch)
        from pyspark import SparkContext
        from pyspark.sql import SparkSession

        silence_py4j()
        if self._jvm is not None:
            with _exported(self._jvm.address()):
                SparkContext._ensure_initialized()
        builder = SparkSession.builder.master(self._master).appName("checker")
        for key, value in configuration(scratch, local=self._is_local, one_process=self._is_one_process).items():
            builder = builder.config(key, value)
        with _exported(known):
            session = builder.getOrCreate()
        # As many as there are cores, wherever they are: this machine's say nothing about a cluster.
        session.conf.set("spark.sql.shuffle.partitions", session.sparkContext.defaultParallelism)
        return session

    def _command(self, scratch: Path) -> list[str]:
        java = find_java()
        archive = making_options(self._new_archive) if self._new_archive else use_options(find_archive(java))
        logs = f"-Dlog4j2.configurationFile={log_configuration(scratch).as_uri()}"
        return jvm_command(java, [*SHORT_RUN, *archive, logs], scratch)

    @property
    def _is_local(self) -> bool:
        """Whether driver and executors are on this machine, and so nothing need be seen from outside."""
        return self._master.startswith("local")

    @property
    def _is_connected(self) -> bool:
        """Whether a server of Spark Connect has the session."""
        return self._master.startswith("sc://")

    @property
    def _is_one_process(self) -> bool:
        """Whether driver and executors are one JVM, which we can then start ourselves."""
        return self._master == "local" or self._master.startswith("local[")

    def stop(self) -> None:
        """End the session and its JVM, and remove what they wrote."""
        future, self._future = self._future, None
        if future is not None and not future.done() and self._jvm is not None:
            self._jvm.kill()  # nobody waits for it to boot any more
        try:
            if future is not None and future.exception() is None:
                self._leave(future.result())
        finally:
            if self._jvm is not None:
                self._jvm.kill()
                self._jvm = None
            self._threads.shutdown()
            self._tidy()

    def _leave(self, session: SparkSession) -> None:
        if self._is_connected:
            session.stop()
            return
        if self._jvm is not None and self._new_archive is None:
            # Its JVM is killed, so Spark need not put itself in order first, which would take a second.
            session.sparkContext._jsc = None
        session.stop()
        _disconnect()
        if self._jvm is not None and self._new_archive is not None:
            self._jvm.finish()

    def _tidy(self) -> None:
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)

    def __enter__(self) -> SparkRunner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        lasting = _lasting(error)
        try:
            self.stop()
        except Exception:
            if error is None:
                raise
        if lasting is not None:
            raise lasting from error


def _lasting(error: BaseException | None) -> BaseException | None:
    """What stands for an error that is Spark's: it asks the JVM for its text, and the JVM is about to go.

    A job that is interrupted ends with whatever error its broken connection gives.
    """
    if error is None or isinstance(error, KeyboardInterrupt):
        return None
    if any(isinstance(one, KeyboardInterrupt) for one in _led_to(error)):
        return KeyboardInterrupt()
    if not type(error).__module__.startswith(("py4j.", "pyspark.")):
        return None
    try:
        return DefectError(str(error).strip())
    except Exception:  # noqa: BLE001 - the JVM is gone already
        return DefectError(f"{type(error).__name__}, and the JVM is gone")


def _led_to(error: BaseException) -> Iterator[BaseException]:
    """The errors that were being handled when this one came."""
    while error.__context__ is not None:
        error = error.__context__
        yield error


@contextmanager
def _exported(variables: Mapping[str, str]) -> Iterator[None]:
    """Variables for as long as PySpark looks for them: processes that we start must not find our JVM there."""
    before = {key: os.environ.get(key) for key in (*variables, *GATEWAY_VARIABLES)}
    for key in GATEWAY_VARIABLES:
        os.environ.pop(key, None)
    os.environ.update(variables)
    try:
        yield
    finally:
        for key, value in before.items():
            os.environ.pop(key, None) if value is None else os.environ.update({key: value})


def _knock(address: str) -> None:
    """Whether anybody is there at all: PySpark would ask again for ten minutes. Raises OSError."""
    place = urlsplit(address.split(";")[0])
    socket.create_connection((place.hostname or "", place.port or _CONNECT_PORT), timeout=_KNOCK_SECONDS).close()


def _check_user() -> None:
    """Hadoop's login fails for a user whom the machine has no name for, as a container may run as."""
    try:
        pwd.getpwuid(os.getuid())
    except KeyError as error:
        message = f"Spark does not start: user id {os.getuid()} has no name on this machine"
        raise JavaError(message, hint="run as a user that /etc/passwd names") from error


def _thrown(error: Exception) -> str:
    """What a living JVM threw; its log tells of lesser things, too."""
    from py4j.protocol import Py4JJavaError

    if not isinstance(error, Py4JJavaError):
        return ""
    return str(error.java_exception.toString()).partition("\n")[0]


def _last_words(scratch: Path) -> str:
    """Why the JVM ended: the first line that names an exception, else the last line there is."""
    log = scratch / LOG
    text = log.read_text(errors="replace") if log.exists() else ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    named = (line for line in lines if re.search(r"(Exception|Error)\b.*:", line) and not line.startswith("at "))
    return next(named, lines[-1] if lines else "")


def _disconnect() -> None:
    """PySpark stays with a JVM until Python exits; we are done with it now."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    if gateway is None:
        return
    gateway.shutdown()
    process = gateway.proc
    if process is not None:
        process.stdin.close()
        process.wait(timeout=30)
    SparkContext._gateway = None
    SparkContext._jvm = None
