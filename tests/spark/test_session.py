"""A session is set up for the cores that it has, and leaves nothing of itself behind but what went wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from checker.errors import JavaError
from checker.parse.distributed import spark_cores
from checker.spark.configuration import configuration, submit_environment
from checker.spark.session import SparkRunner


def test_a_running_session_is_in_nobody_else_s_environment(spark: SparkRunner) -> None:
    assert spark.session.range(3).count() == 3
    assert [name for name in os.environ if name.startswith("PYSPARK")] == []


def test_a_user_without_a_name_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    with SparkRunner() as runner, pytest.raises(JavaError, match="user id 54321 has no name on this machine"):
        assert runner.session


def test_work_is_spread_over_the_cores_of_spark_and_not_of_this_machine(spark: SparkRunner) -> None:
    assert spark_cores(spark.session) == spark.session.sparkContext.defaultParallelism == 2


def test_a_cluster_compiles_its_plans_and_keeps_the_settings_of_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = configuration(tmp_path, local=False, one_process=False)
    assert not [key for key in settings if "codegen" in key or "adaptive" in key or "JavaOptions" in key]
    monkeypatch.setenv("SPARK_CONF_DIR", "/etc/spark/conf")
    assert submit_environment(tmp_path)["SPARK_CONF_DIR"] == "/etc/spark/conf"


FAILING = """
import sys
from checker import __main__
from checker.commands import run

def fail(batches):
    raise ValueError("in the worker")
    yield

def job(arguments, options, progress, spark):
    spark.session.range(1).mapInArrow(fail, "id long").toArrow()

run._run = job
sys.exit(__main__.main(["check", "-q", "--master", "local[1]"]))
"""


def test_a_job_that_fails_is_a_defect_told_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAILING], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 3
    assert done.stderr.startswith("checker: a defect of checker: DefectError: An exception was thrown from the Python")
    assert done.stderr.count("\n") == 1


def interrupted_job() -> None:
    try:
        raise KeyboardInterrupt
    finally:
        raise ConnectionResetError


def test_a_job_that_is_interrupted_ends_as_interrupted_whatever_its_connection_says() -> None:
    with pytest.raises(KeyboardInterrupt), SparkRunner("local[1]"):
        interrupted_job()
