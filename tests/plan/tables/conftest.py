"""The real databases that the edits of tables are run on."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from chdb.session import Session

from tests.plan.tables.postgres_server import postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[psycopg.Connection]:
    with postgres_server() as where, psycopg.connect(where) as connection:
        yield connection


@pytest.fixture(scope="session")
def clickhouse() -> Iterator[Session]:
    session = Session()
    yield session
    session.close()
