"""The real databases that the edits of tables are run on."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from chdb.session import Session

from tests.databases.postgres_server import Connection


@pytest.fixture(scope="session")
def postgres(postgres_connection: Connection) -> Iterator[Connection]:
    """A connection that commits nothing by itself."""
    with psycopg.connect(postgres_connection.info.dsn) as connection:
        yield connection


@pytest.fixture(scope="session")
def clickhouse(clickhouse_session: Session) -> Session:
    return clickhouse_session
