"""How Spark and its JVM are set up: on one machine for small plans, on a cluster as its owner wants it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from checker.parse.pool import child_environment
from checker.spark.java import find_java, wrap

LOG = "jvm.log"
# The serial collector and only the first compiler: most runs end before the second would pay for itself.
SHORT_RUN = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
_LOG4J = """rootLogger.level = error
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = spark: %p %c{1}: %m%n
"""


def environment(*, local: bool) -> dict[str, str]:
    """What the JVM and, through it, Spark's Python workers inherit."""
    # Workers start in the current folder, which may hold files of a pull request.
    safe_path = {key: child_environment()[key] for key in ("PYTHONPATH", "PYTHONSAFEPATH")}
    here = {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable} if local else {}
    return safe_path | {"PYSPARK_DRIVER_PYTHON": sys.executable, "PYARROW_IGNORE_TIMEZONE": "1"} | here


def submit_environment(scratch: Path) -> dict[str, str]:
    """What Spark's own scripts need besides, where they start the JVM; a folder of settings may be the cluster's."""
    return {
        "JAVA_HOME": str(wrap(find_java(), scratch / "java", scratch / LOG)),
        "SPARK_CONF_DIR": os.environ.get("SPARK_CONF_DIR") or str(log_configuration(scratch).parent),
        "SPARK_LAUNCHER_OPTS": " ".join(SHORT_RUN),
    }


def log_configuration(scratch: Path) -> Path:
    """Errors only, and on stderr."""
    path = scratch / "conf" / "log4j2.properties"
    path.parent.mkdir()
    path.write_text(_LOG4J)
    return path


def configuration(scratch: Path, *, local: bool, one_process: bool) -> dict[str, str]:
    """The settings of the session."""
    return (
        {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.sql.warehouse.dir": str(scratch / "warehouse"),
            "spark.sql.execution.arrow.pyspark.enabled": "true",
            "spark.sql.session.timeZone": "UTC",
            "spark.python.worker.reuse": "true",
            "spark.sql.artifact.isolation.enabled": "false",
            "spark.log.level": "ERROR",
        }
        | (_loopback(scratch) if local else {})
        | (_small() if one_process else {})
    )


def _loopback(scratch: Path) -> dict[str, str]:
    return {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.local.dir": str(scratch / "local"),
    }


def _small() -> dict[str, str]:
    """Compiling Java for each plan takes longer than running the plan over what one machine checks.

    A cluster is asked for large data, of which Spark knows better.
    """
    return {
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    }
