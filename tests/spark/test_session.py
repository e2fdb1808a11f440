"""A session is set up for the cores that it has, and leaves nothing of itself behind but what went wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checker.parse.distributed import spark_cores
from checker.spark.configuration import configuration, submit_environment
from checker.spark.session import SparkRunner


def test_a_running_session_is_in_nobody_else_s_environment(spark: SparkRunner) -> None:
    assert spark.session.range(3).count() == 3
    assert [name for name in os.environ if name.startswith("PYSPARK")] == []


def test_work_is_spread_over_the_cores_of_spark_and_not_of_this_machine(spark: SparkRunner) -> None:
    assert spark_cores(spark.session) == spark.session.sparkContext.defaultParallelism == 2


def test_a_cluster_compiles_its_plans_and_keeps_the_settings_of_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = configuration(tmp_path, local=False, one_process=False)
    assert not [key for key in settings if "codegen" in key or "adaptive" in key or "JavaOptions" in key]
    monkeypatch.setenv("SPARK_CONF_DIR", "/etc/spark/conf")
    assert submit_environment(tmp_path)["SPARK_CONF_DIR"] == "/etc/spark/conf"
