"""An embedded ClickHouse and its catalogue: all that definitions decide, and nothing that tells how it came about.

The order of a table's columns is left out. The hidden tables of materialized views are too: they are part of
the view, and their names hold what differs each time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from chdb.session import Session

from tests.databases.database import Catalogue, Columns, Refused, as_lines

_OWN = "database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema', 'default')"
_VIEWS = "('View', 'MaterializedView', 'Dictionary')"
_CHECK = "check_referential_table_dependencies"

_QUERIES = {
    "database": f"SELECT name, engine, comment FROM system.databases WHERE {_OWN.replace('database', 'name')}",
    "table": f"""
        SELECT database, name, engine_full, sorting_key, primary_key, partition_key, sampling_key, comment
        FROM system.tables WHERE {_OWN} AND name NOT LIKE '.inner%' AND engine NOT IN {_VIEWS}""",
    "view": f"""
        SELECT database, name, create_table_query, comment
        FROM system.tables WHERE {_OWN} AND engine IN {_VIEWS}""",
    "feeds": f"""
        SELECT database, name, arraySort(arrayZip(dependencies_database, dependencies_table)),
               arraySort(arrayZip(loading_dependencies_database, loading_dependencies_table))
        FROM system.tables WHERE {_OWN} AND name NOT LIKE '.inner%'""",
    "column": f"""
        SELECT database, table, name, type, default_kind, default_expression, comment, compression_codec,
               is_in_partition_key, is_in_sorting_key, is_in_primary_key
        FROM system.columns WHERE {_OWN} AND table NOT LIKE '.inner%'""",
    "index": f"""
        SELECT database, table, name, type_full, expr, granularity
        FROM system.data_skipping_indices WHERE {_OWN} AND table NOT LIKE '.inner%'""",
    "projection": f"SELECT database, table, name, type, query FROM system.projections WHERE {_OWN}",
    "dictionary": f"""
        SELECT database, name, type, key.names, attribute.names, source FROM system.dictionaries WHERE {_OWN}""",
}


class ClickHouseDatabase:
    """All databases of the one session that a process may have."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def empty(self) -> None:
        self.check_dependencies(on=False)
        self.run("SET check_table_dependencies = 0")  # of dictionaries, which are checked by default
        for (name,) in self._rows(f"SELECT name FROM system.databases WHERE {_OWN.replace('database', 'name')}"):
            self.run(f"DROP DATABASE `{name}` SYNC")
        self.run("SET check_table_dependencies = 1")

    def check_dependencies(self, *, on: bool) -> None:
        """Whether a table that others depend on may be dropped: the server's own default is that it may."""
        self.run(f"SET {_CHECK} = {int(on)}")

    def run(self, sql: str) -> None:
        try:
            self._session.query(sql)
        except RuntimeError as error:
            raise Refused(f"{sql}\n{error}") from error

    def catalogue(self) -> Catalogue:
        return frozenset(line for what, query in _QUERIES.items() for line in as_lines(what, self._rows(query)))

    def columns(self) -> Columns:
        found: Columns = {}
        query = f"""
            SELECT concat(t.database, '.', t.name), c.name, c.type
            FROM system.columns c JOIN system.tables t ON t.database = c.database AND t.name = c.table
            WHERE t.{_OWN} AND t.name NOT LIKE '.inner%' AND t.engine NOT IN {_VIEWS}"""
        for table, column, type_name in self._rows(query):
            found.setdefault(table, {})[column] = type_name
        return found

    def rows(self, table: str, columns: Sequence[str]) -> list[tuple[str, ...]]:
        # As if all parts were merged, which happens at any time.
        return sorted(self._rows(f"SELECT {', '.join(columns)} FROM {table} SETTINGS final = 1"))

    def _rows(self, query: str) -> list[tuple[str, ...]]:
        answer = str(self._session.query(query, "JSONCompactStringsEachRow"))
        return [tuple(json.loads(line)) for line in answer.splitlines()]


@pytest.fixture
def clickhouse(clickhouse_session: Session) -> ClickHouseDatabase:
    database = ClickHouseDatabase(clickhouse_session)
    database.empty()
    return database
