"""What all tests share: one Spark session per run, in one process of the run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chdb.session import Session
from hypothesis import settings

from checker.spark.session import SparkRunner
from tests.databases.postgres_server import Connection, running_postgres
from tests.git_repository import isolate_git

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that need Spark run in one worker, so that only one session is started."""
    for item in items:
        if "spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("spark"))


@pytest.fixture(autouse=True)
def isolated(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the git and the runner of whoever runs the tests."""
    isolate_git(monkeypatch)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("CHECKER_NO_WARM", "1")


@pytest.fixture(scope="session")
def postgres_connection() -> Iterator[Connection]:
    """A connection to a PostgreSQL of this worker's own."""
    with running_postgres() as connection:
        yield connection


@pytest.fixture(scope="session")
def clickhouse_session() -> Iterator[Session]:
    """An embedded ClickHouse in memory."""
    session = Session()
    yield session
    session.close()


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkRunner]:
    with SparkRunner("local[2]") as runner:
        runner.start()
        yield runner
