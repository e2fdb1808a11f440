"""A server of Spark Connect on loopback, as a cluster's owner would start one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checker.spark.gateway import spark_jars
from checker.spark.java import find_java

_SECONDS = 120


@contextmanager
def connect_server(folder: Path) -> Iterator[str]:
    """The address of a server that runs as long as it is needed."""
    port = _free_port()
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1", "spark.connect.grpc.binding.port": str(port),
        "spark.ui.enabled": "false", "spark.local.dir": str(folder), "spark.sql.warehouse.dir": str(folder),
        "spark.log.level": "ERROR",
    }  # fmt: skip
    options = [word for item in settings.items() for word in ("--conf", "=".join(item))]
    home = spark_jars()[0].parent.parent
    process = subprocess.Popen(
        [home / "bin" / "spark-submit", "--master", "local[2]", *options,
         "--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=os.environ | {
            "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable,
            "JAVA_HOME": str(find_java().parent.parent),
        },
    )  # fmt: skip
    try:
        _wait_for(port, process)
        yield f"sc://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise AssertionError("the server of Spark Connect does not start")
