"""Edits of PostgreSQL tables, run on a real server: they lead to head's table and keep the rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import psycopg
import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from checker.plan.tables import TableEdits, table_edits
from checker.sql.dialect import get_dialect
from tests.plan.tables.postgres_catalogue import apply, built, catalogue, in_schema, rows, run, undone
from tests.plan.tables.postgres_tables import NUMBERS, Column, Table, tables

POSTGRES = get_dialect("postgres")
_BROKEN_BY_ROWS = (psycopg.IntegrityError, psycopg.DataError)
_VALUES = {
    "boolean": ("true", "false"),
    "date": ("'2024-01-01'", "'2024-02-01'"),
    "int[]": ("'{1}'", "'{2}'"),
    "jsonb": ("'1'", "'2'"),
}


def edits_between(base: Table, head: Table) -> TableEdits:
    return table_edits("t", base.statements, head.statements, POSTGRES)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(base=tables(), head=tables())
def test_the_edits_lead_to_the_table_of_head(postgres: psycopg.Connection, base: Table, head: Table) -> None:
    with undone(postgres):
        try:
            wanted = built(postgres, "head", head.statements, "t")
            with postgres.transaction(force_rollback=True):
                built(postgres, "valid", base.statements, "t")
        except psycopg.Error as error:
            event(f"no valid table: {type(error).__name__}")
            assume(False)
        edits = edits_between(base, head)
        assert all(edit.sql or "order of the columns" in edit.why for edit in edits.edits), edits
        try:
            with postgres.transaction():
                assert reached(postgres, base, head, edits, with_rows=True) == wanted
            event("with rows")
        except _BROKEN_BY_ROWS as error:
            refused = "".join(error.__notes__)
            event(f"refused for the rows: {type(error).__name__}")
        else:
            return
        assert "fails if" in refused, "only announced edits may fail on rows"
        assert reached(postgres, base, head, edits, with_rows=False) == wanted


def reached(
    postgres: psycopg.Connection, base: Table, head: Table, edits: TableEdits, *, with_rows: bool
) -> dict[str, list[tuple[object, ...]]]:
    in_schema(postgres, "reached")
    run(postgres, *base.statements)
    if with_rows:
        run(postgres, *inserts(base))
    surviving = [f'"{name}"' for name in sorted(unchanged(base, head, edits))]
    before = [rows(postgres, f"SELECT {name}::text FROM t ORDER BY 1") for name in surviving]
    count = rows(postgres, "SELECT count(*) FROM t")
    apply(postgres, edits)
    after = [rows(postgres, f"SELECT {name}::text FROM t ORDER BY 1") for name in surviving]
    assert after == before, "a surviving column lost values"
    assert rows(postgres, "SELECT count(*) FROM t") == count
    return catalogue(postgres, "t")


def unchanged(base: Table, head: Table, edits: TableEdits) -> Iterator[str]:
    """Names of columns that both sides have and that no edit touches."""
    names = {one.bare for one in base.columns} & {one.bare for one in head.columns}
    return (name.replace('"', '""') for name in names - edits.touched)


def inserts(table: Table) -> Iterator[str]:
    """Two rows that most constraints allow; numbers that other also has."""
    filled = [one for one in table.columns if not one.computed]
    if not filled:
        yield "INSERT INTO t DEFAULT VALUES"
        return
    for number in (0, 1):
        values = ", ".join(_value(one, number) for one in filled)
        yield f"INSERT INTO t ({', '.join(one.name for one in filled)}) VALUES ({values})"


def _value(column: Column, number: int) -> str:
    if column.kind in NUMBERS:
        return str(number + 1)
    if column.kind.startswith("timestamp"):
        return _VALUES["date"][number]
    return _VALUES.get(column.kind, ("'1'", "'2'"))[number]


@given(table=tables())
def test_a_table_that_stays_needs_no_edit(table: Table) -> None:
    assert edits_between(table, table) == TableEdits()


@given(table=tables())
def test_formatting_is_no_edit(table: Table) -> None:
    spaced = [text.replace(" ", " /* , ; ' */\n").replace("CREATE", "create") for text in table.statements]
    assume(not any("--" in text or "'" in text or '"T 2' in text or '"Own' in text for text in table.statements))
    assert table_edits("t", table.statements, spaced, POSTGRES) == TableEdits()


@pytest.mark.parametrize(
    ("old", "new"), list(product(("int", "bigint", "text", "date", "boolean", "jsonb", "uuid"), repeat=2))
)
def test_every_type_can_become_every_other_in_an_empty_table(postgres: psycopg.Connection, old: str, new: str) -> None:
    edits = table_edits("t", [f"CREATE TABLE t (a {old})"], [f"CREATE TABLE t (a {new})"], POSTGRES)
    with undone(postgres):
        in_schema(postgres, "reached")
        run(postgres, f"CREATE TABLE t (a {old})")
        apply(postgres, edits)
        assert catalogue(postgres, "t") == built(postgres, "head", [f"CREATE TABLE t (a {new})"], "t")


_NAMES = st.text(alphabet="aé_", min_size=1, max_size=63).filter(lambda name: len(name.encode()) <= 63)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=_NAMES, one=_NAMES, two=_NAMES)
def test_unnamed_constraints_are_found_however_long_the_names(
    postgres: psycopg.Connection, table: str, one: str, two: str
) -> None:
    assume(one != two and table != "other")
    constraints = f'''UNIQUE ("{one}"), UNIQUE ("{one}", "{two}"), PRIMARY KEY ("{two}", "{one}"), CHECK ("{one}" > 0),
        CHECK ("{one}" > 1), CHECK ("{one}" > "{two}"), FOREIGN KEY ("{two}") REFERENCES other'''
    bare = f'CREATE TABLE "{table}" ("{one}" int NOT NULL, "{two}" int NOT NULL'
    base = [f"{bare}, {constraints})", f'CREATE INDEX ON "{table}" ("{two}", "{one}")']
    edits = table_edits(f'"{table}"', base, [f"{bare})"], POSTGRES)
    with undone(postgres):
        in_schema(postgres, "reached")
        run(postgres, *base)
        apply(postgres, edits)
        found = catalogue(postgres, f'"{table}"')
    assert (found["constraints"], found["indexes"]) == ([], [])
