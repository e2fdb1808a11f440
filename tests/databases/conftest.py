"""The databases under test."""

from __future__ import annotations

from tests.databases.clickhouse import clickhouse, clickhouse_session
from tests.databases.postgres import postgres
from tests.databases.postgres_server import postgres_connection

__all__ = ["clickhouse", "clickhouse_session", "postgres", "postgres_connection"]
