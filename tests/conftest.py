"""What all tests share: one Spark session per run, in one process of the run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from checker.spark.session import SparkRunner
from tests.git_repository import isolate_git

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that need Spark run in one worker, so that only one session is started."""
    for item in items:
        if "spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("spark"))


@pytest.fixture(autouse=True)
def isolated_git(monkeypatch: pytest.MonkeyPatch) -> None:
    isolate_git(monkeypatch)


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkRunner]:
    with SparkRunner("local[2]") as runner:
        runner.start()
        yield runner
