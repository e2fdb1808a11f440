"""A session leaves nothing of itself in the environment that other processes get, and tells why it cannot start."""

from __future__ import annotations

import os

import pytest

from checker.errors import JavaError
from checker.spark.session import SparkRunner


def test_a_running_session_is_in_nobody_else_s_environment(spark: SparkRunner) -> None:
    assert spark.session.range(3).count() == 3
    assert [name for name in os.environ if name.startswith("PYSPARK")] == []


def test_a_user_without_a_name_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    with SparkRunner() as runner, pytest.raises(JavaError, match="user id 54321 has no name on this machine"):
        assert runner.session
