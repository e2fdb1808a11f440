"""The databases that plans are carried out on."""

from __future__ import annotations

from tests.databases.clickhouse import clickhouse
from tests.databases.postgres import postgres

__all__ = ["clickhouse", "postgres"]
