"""Random queries on real databases, before and after rows are added to one of their tables."""

from __future__ import annotations

import psycopg

from tests.databases.postgres_server import Connection, another
from tests.sql.polarity.databases import embedded_clickhouse
from tests.sql.polarity.experiment import Rows, bag, experiment, one_by_one, schemas
from tests.sql.polarity.random_queries import TABLES


def _postgres_schemas(connection: Connection) -> None:
    for schema, tables in schemas(12):
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
        connection.execute(f"CREATE SCHEMA {schema}")
        for table in TABLES:
            connection.execute(f"CREATE TABLE {schema}.{table} (a int, b int)")
            if tables[table]:
                connection.execute(f"INSERT INTO {schema}.{table} VALUES {', '.join(tables[table])}")


def test_no_edge_claimed_monotone_loses_a_row_on_postgresql(postgres_connection: Connection) -> None:
    with another(postgres_connection) as connection:
        _postgres_schemas(connection)

        def ask(schema: str, query: str) -> Rows | None:
            try:
                connection.execute(f"SET search_path = {schema}")
                return bag(connection.execute(query, prepare=False))
            except psycopg.Error:
                return None

        tally = experiment("postgres", ask, examples=1500, datasets=12, tries=3)
    assert tally.refused < tally.queries // 5
    assert tally.monotone > tally.cautious // 2, "the claims are worth something"
    assert tally.lost > tally.cautious // 20, "the data can tell"


def test_no_edge_claimed_monotone_loses_a_row_on_clickhouse() -> None:
    with embedded_clickhouse() as run:
        for schema, tables in schemas(4):
            run(f"CREATE DATABASE {schema}")
            for table in TABLES:
                columns = "(a Nullable(Int32), b Nullable(Int32))"
                engine = "ReplacingMergeTree ORDER BY a SETTINGS allow_nullable_key = 1"
                run(f"CREATE TABLE {schema}.{table} {columns} ENGINE = {engine}")
                run(f"SYSTEM STOP MERGES {schema}.{table}")
                for row in tables[table]:  # each a part of its own, so that FINAL has work to do
                    run(f"INSERT INTO {schema}.{table} VALUES {row}")

                assert run(f"SELECT count() FROM {schema}.{table}") == bag([(len(tables[table]),)])

        def ask(schema: str, query: str) -> Rows | None:
            run(f"USE {schema}")
            return run(query)

        tally = experiment("clickhouse", ask, examples=300, datasets=4, tries=2)
    assert tally.refused < tally.queries // 2
    assert tally.monotone > tally.cautious // 3
    assert tally.lost > tally.cautious // 20


def test_no_case_claimed_monotone_loses_a_row_on_postgresql(postgres_connection: Connection) -> None:
    with another(postgres_connection) as connection:

        def run(statement: str) -> Rows | None:
            try:
                cursor = connection.execute(statement, prepare=False)
                return bag(map(str, row) for row in cursor) if cursor.description else None
            except psycopg.Error:
                return None

        connection.execute("CREATE SCHEMA cases")
        connection.execute("SET search_path = cases")
        connection.execute("SET statement_timeout = 200")  # a recursion without an end
        for name in "abcde":
            connection.execute(f"CREATE TABLE {name} (x int, y int)")
        asked = one_by_one("postgres", run)
        connection.execute("DROP SCHEMA cases CASCADE")
    assert asked > 80


def test_no_case_claimed_monotone_loses_a_row_on_clickhouse() -> None:
    with embedded_clickhouse() as run:
        run("CREATE DATABASE cases")
        run("USE cases")
        for name in "abcde":
            run(f"CREATE TABLE {name} (x Int32, y Int32) ENGINE = Memory")
        asked = one_by_one("clickhouse", run)
    assert asked > 70
