"""A session leaves nothing of itself in the environment that other processes get."""

from __future__ import annotations

import os

from checker.spark.session import SparkRunner


def test_a_running_session_is_in_nobody_else_s_environment(spark: SparkRunner) -> None:
    assert spark.session.range(3).count() == 3
    assert [name for name in os.environ if name.startswith("PYSPARK")] == []
