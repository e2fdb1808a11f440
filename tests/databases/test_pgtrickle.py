"""The stand-in for pg_trickle refuses the orders that the extension refuses."""

from __future__ import annotations

import pytest

from tests.databases.database import Refused
from tests.databases.postgres import PGTRICKLE, PostgresDatabase


@pytest.fixture
def streams(postgres: PostgresDatabase) -> PostgresDatabase:
    """A table, a view on it, and two stream tables in a row."""
    postgres.run(PGTRICKLE)
    postgres.run("CREATE TABLE t (id integer, n integer); CREATE VIEW v AS SELECT id, n FROM t")
    create(postgres, "a", "SELECT id, n FROM v")
    create(postgres, "b", "SELECT id FROM a")
    return postgres


def create(database: PostgresDatabase, name: str, query: str) -> None:
    database.run(f"SELECT pgtrickle.create_stream_table('{name}', $${query}$$, '1m', 'DIFFERENTIAL')")


def test_a_stream_table_holds_the_columns_of_its_query(streams: PostgresDatabase) -> None:
    assert streams.columns()["public.a"] == {"id": "integer", "n": "integer"}
    assert any(line.startswith("stream table | public.a | 1m | DIFFERENTIAL") for line in streams.catalogue())


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT pgtrickle.create_stream_table('c', 'SELECT 1 AS x FROM missing')", "missing"),
        ("SELECT pgtrickle.create_stream_table('c', 'SELECT id FROM c')", '"c" does not exist'),
        ("SELECT pgtrickle.create_stream_table('a', 'SELECT 1 AS x')", "already exists"),
        ("SELECT pgtrickle.drop_stream_table('a')", "public.b|b read it"),
        ("SELECT pgtrickle.drop_stream_table('t')", "does not exist"),
        ("SELECT pgtrickle.alter_stream_table('c', query => 'SELECT 1')", "does not exist"),
        ("SELECT pgtrickle.alter_stream_table('a', query => 'SELECT n FROM t')", "depend on it"),
        ("DROP VIEW v", "depend on it"),
        ("DROP TABLE a", "depend on it"),
        ("DROP TABLE t", "depend on it"),
    ],
)
def test_a_wrong_order_is_refused(sql: str, message: str, streams: PostgresDatabase) -> None:
    with pytest.raises(Refused, match=message):
        streams.run(sql)


def test_stream_tables_are_dropped_from_the_last_reader_on(streams: PostgresDatabase) -> None:
    streams.run("SELECT pgtrickle.drop_stream_table('b')")
    streams.run("SELECT pgtrickle.drop_stream_table('public.a')")
    streams.run("DROP VIEW v; DROP TABLE t")


def test_a_cycle_is_made_by_altering_and_dropped_by_breaking_it(streams: PostgresDatabase) -> None:
    streams.run(
        "SELECT pgtrickle.alter_stream_table('a', query => 'SELECT v.id, v.n FROM v UNION SELECT b.id, 1 FROM b')"
    )
    with pytest.raises(Refused, match="read it"):
        streams.run("SELECT pgtrickle.drop_stream_table('a')")
    with pytest.raises(Refused, match="read it"):
        streams.run("SELECT pgtrickle.drop_stream_table('b')")
    streams.run("SELECT pgtrickle.alter_stream_table('a', query => 'SELECT id, n FROM v')")
    streams.run("SELECT pgtrickle.drop_stream_table('b')")
    streams.run("SELECT pgtrickle.drop_stream_table('a')")


def test_a_cycle_is_dropped_with_its_readers(streams: PostgresDatabase) -> None:
    streams.run(
        "SELECT pgtrickle.alter_stream_table('a', query => 'SELECT v.id, v.n FROM v UNION SELECT b.id, 1 FROM b')"
    )
    streams.run("SELECT pgtrickle.drop_stream_table('b', cascade => true)")
    assert list(streams.columns()) == ["public.t"]


def test_replacing_keeps_the_table(streams: PostgresDatabase) -> None:
    streams.run("SELECT pgtrickle.create_or_replace_stream_table('a', 'SELECT id, n::bigint AS n, 1 AS k FROM t')")
    assert streams.columns()["public.a"] == {"id": "integer", "n": "bigint", "k": "integer"}
    streams.run("DROP VIEW v")
