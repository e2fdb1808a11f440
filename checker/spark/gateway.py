"""The JVM of a local session, started straight away: Spark's own scripts boot a JVM before it, to find the command."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import util
from pathlib import Path

from checker.errors import JavaError

_SERVER = "org.apache.spark.api.python.PythonGatewayServer"
_INFORMATION = "gateway"
GATEWAY_VARIABLES = ("PYSPARK_GATEWAY_PORT", "PYSPARK_GATEWAY_SECRET")
"""Where PySpark looks for a JVM that is there already."""
_START_SECONDS, _STOP_SECONDS = 300, 300
_POLL_SECONDS = 0.02

# What Spark's launcher asks of Java 17, but for the vector module, which only MLlib uses and small runtimes lack.
_OPENED = (
    "java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent"
    " java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar"
).split()
_MODULES = (
    "-XX:+IgnoreUnrecognizedVMOptions",
    *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED),
    "-Dio.netty.tryReflectionSetAccessible=true",
    "--sun-misc-unsafe-memory-access=allow",
    "--enable-native-access=ALL-UNNAMED",
)


class JvmGone(Exception):
    """It ended, or does not get ready; its log may say why."""


def spark_jars() -> list[Path]:
    """The jars that come with PySpark, always in the same order: an archive of classes holds for one order only."""
    spec = util.find_spec("pyspark")
    folders = spec.submodule_search_locations if spec else None
    jars = sorted(Path(folders[0]).glob("jars/*.jar")) if folders else []
    if not jars:
        raise JavaError("PySpark or its jars are not installed", hint="install checker with its dependencies")
    return jars


def jvm_command(java: Path, options: Sequence[str], scratch: Path) -> list[str]:
    """What starts a JVM that waits for PySpark. All that it writes goes below `scratch`."""
    own = (f"-Djava.io.tmpdir={scratch}", "-XX:-UsePerfData", "-XX:MaxRAMPercentage=50")
    class_path = os.pathsep.join(map(str, spark_jars()))
    return [str(java), *options, *_MODULES, *own, "-cp", class_path, _SERVER]


class LocalJvm:
    """One JVM that PySpark can be sent to. It reads our pipe, and so ends with us, whatever becomes of us."""

    def __init__(self, command: Sequence[str], scratch: Path, log: Path, environment: Mapping[str, str]) -> None:
        self._information = scratch / _INFORMATION
        known = os.environ | environment | {"_PYSPARK_DRIVER_CONN_INFO_PATH": str(self._information)}
        with log.open("ab") as told:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=told, stderr=told, env=known,
                process_group=0,  # Ctrl-C is for us: we end it in our own time
            )  # fmt: skip

    def address(self) -> dict[str, str]:
        """Where it listens, as PySpark wants it told in the environment."""
        deadline = time.monotonic() + _START_SECONDS
        while not self._information.exists():  # it comes whole, by a rename
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise JvmGone("the JVM ended before it was ready")
            time.sleep(_POLL_SECONDS)
        data = self._information.read_bytes()
        return dict(zip(GATEWAY_VARIABLES, (str(int.from_bytes(data[:4], "big")), data[8:].decode()), strict=True))

    def finish(self) -> None:
        """Let it come to its own end, which is when it writes an archive."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_STOP_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End it now: nothing that it still holds is wanted."""
        self._process.kill()
        self._process.communicate()
