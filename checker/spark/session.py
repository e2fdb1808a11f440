"""One Spark session per run, started in the background and gone at the end."""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from checker.errors import CheckerError, JavaError
from checker.parse.pool import child_environment
from checker.spark.java import find_java, wrap

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LOCAL_MASTER = "local[*]"
_LOG = "jvm.log"

# Analysis of small plans, not number crunching: no UI, no adaptive re-planning, as many partitions as
# cores, the serial collector and only the first compiler.
_JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
_LOG4J = """rootLogger.level = error
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = spark: %p %c{1}: %m%n
"""


class SparkRunner:
    """A session that boots while other work is done: `start` begins, `session` waits for it."""

    def __init__(self, master: str = LOCAL_MASTER) -> None:
        self._master = master
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="spark")
        self._scratch: Path | None = None
        self._before: dict[str, str | None] = {}
        self._future: Future[SparkSession] | None = None

    def start(self) -> None:
        """Begin to boot; asking for the session later waits for it."""
        if self._future is None:
            self._scratch = Path(tempfile.mkdtemp(prefix="checker-"))
            self._future = self._threads.submit(self._boot, self._scratch)

    @property
    def session(self) -> SparkSession:
        self.start()
        assert self._future is not None  # noqa: S101
        return self._future.result()

    def _boot(self, scratch: Path) -> SparkSession:
        try:
            return self._connect() if self._master.startswith("sc://") else self._launch(scratch)
        except CheckerError:
            raise
        except Exception as error:
            told = _last_words(scratch) or (str(error).splitlines() or [type(error).__name__])[0]
            raise JavaError(f"Spark does not start with master {self._master!r}: {told}") from error

    def _connect(self) -> SparkSession:
        from pyspark.sql import SparkSession

        return SparkSession.builder.remote(self._master).getOrCreate()

    def _launch(self, scratch: Path) -> SparkSession:
        environment = _environment(scratch, local=self._is_local)
        self._before = {key: os.environ.get(key) for key in environment}
        os.environ.update(environment)
        from pyspark.sql import SparkSession

        logging.getLogger("py4j").setLevel(logging.ERROR)
        builder = SparkSession.builder.master(self._master).appName("checker")
        for key, value in _configuration(scratch, local=self._is_local).items():
            builder = builder.config(key, value)
        return builder.getOrCreate()

    @property
    def _is_local(self) -> bool:
        """Whether driver and executors are on this machine, and so nothing need be seen from outside."""
        return self._master.startswith("local")

    def stop(self) -> None:
        """End the session and its JVM, and remove what they wrote."""
        future, self._future = self._future, None
        try:
            if future is not None and future.exception() is None:
                future.result().stop()
        finally:
            if future is not None and not self._master.startswith("sc://"):
                _end_jvm()
            self._threads.shutdown()
            self._tidy()

    def _tidy(self) -> None:
        for key, value in self._before.items():
            os.environ.pop(key) if value is None else os.environ.update({key: value})
        self._before = {}
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)

    def __enter__(self) -> SparkRunner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _last_words(scratch: Path) -> str:
    """Why the JVM ended: the first line that names an exception, else the last line there is."""
    log = scratch / _LOG
    text = log.read_text(errors="replace") if log.exists() else ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    named = (line for line in lines if re.search(r"(Exception|Error)\b.*:", line) and not line.startswith("at "))
    return next(named, lines[-1] if lines else "")


def _environment(scratch: Path, *, local: bool) -> dict[str, str]:
    """What the JVM and, through it, Spark's Python workers inherit."""
    configuration = scratch / "conf"
    configuration.mkdir()
    (configuration / "log4j2.properties").write_text(_LOG4J)
    # Workers start in the current folder, which may hold files of a pull request.
    safe_path = {key: child_environment()[key] for key in ("PYTHONPATH", "PYTHONSAFEPATH")}
    return (
        safe_path
        | {
            "JAVA_HOME": str(wrap(find_java(), scratch / "java", scratch / _LOG)),
            "SPARK_CONF_DIR": str(configuration),
            "SPARK_LAUNCHER_OPTS": _JVM,
            "PYSPARK_DRIVER_PYTHON": sys.executable,
            "PYARROW_IGNORE_TIMEZONE": "1",
        }
        | ({"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable} if local else {})
    )


def _configuration(scratch: Path, *, local: bool) -> dict[str, str]:
    cores = str(os.cpu_count() or 1)
    loopback = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.local.dir": str(scratch / "local"),
    }
    return {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.extraJavaOptions": _JVM,
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
        "spark.sql.shuffle.partitions": cores,
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.sql.session.timeZone": "UTC",
        "spark.python.worker.reuse": "true",
        "spark.sql.artifact.isolation.enabled": "false",
        "spark.log.level": "ERROR",
    } | (loopback if local else {})


def _end_jvm() -> None:
    """PySpark leaves the JVM running until Python exits; we are done with it now."""
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
