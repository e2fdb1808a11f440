"""Statements that nobody should write: answered in bounded time, and never with silence."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.plan.tables import TableEdits, table_edits
from checker.sql.dialect import get_dialect
from checker.sql.lexing import tokenise
from tests.plan.tables import clickhouse_tables, postgres_tables

POSTGRES, CLICKHOUSE = get_dialect("postgres"), get_dialect("clickhouse")
PLAIN = ["CREATE TABLE t (a int)"]


def many(count: int, text: str) -> str:
    return ", ".join(text.format(number) for number in range(count))


HOSTILE = {
    "many columns": [f"CREATE TABLE t ({many(5_000, 'c{0} int DEFAULT {0}')})"],
    "many unnamed checks": [f"CREATE TABLE t (a int, {many(5_000, 'CHECK (a > {0})')})"],
    "many actions": [*PLAIN, f"ALTER TABLE t {many(5_000, 'ADD COLUMN c{0} int')}"],
    "many types": [*PLAIN, f"ALTER TABLE t {many(5_000, 'ALTER COLUMN a TYPE bigint')}"],
    "many renames": [f"CREATE TABLE t ({many(2_000, 'c{0} int')})"]
    + [f"ALTER TABLE t RENAME c{number} TO d{number}" for number in range(2_000)],
    "many indexes": [*PLAIN, *["CREATE INDEX ON t (a)"] * 1_200],
    "deep brackets": [f"CREATE TABLE t (a int DEFAULT {'(' * 30_000}1{')' * 30_000})"],
    "many cases": [f"CREATE TABLE t (a int DEFAULT {'CASE ' * 30_000})"],
    "open bracket": ["CREATE TABLE t (a int"],
    "open string": ["CREATE TABLE t (a int DEFAULT 'x)"],
    "open comment": ["CREATE TABLE t (a int) /* "],
    "long name": [f'CREATE TABLE t ("{"x" * 1_000_000}" int UNIQUE)'],
    "nothing": [""],
    "no statement": [],
    "no table": ["CREATE VIEW v AS SELECT 1"],
    "no name": ["CREATE TABLE"],
    "too many tokens": [f"CREATE TABLE t (a int DEFAULT {'+ ' * 201_000} 1)"],
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("dialect", ["postgres", "clickhouse"])
def test_hostile_statements_are_answered_soon(name: str, dialect: str) -> None:
    start = time.process_time()
    edits = table_edits("t", PLAIN, HOSTILE[name], get_dialect(dialect))
    assert edits.edits, "a difference is never silent"
    assert table_edits("t", HOSTILE[name], PLAIN, get_dialect(dialect)).edits
    assert time.process_time() - start < 20


@given(base=st.lists(st.text(), max_size=3), head=st.lists(st.text(), max_size=3))
def test_any_text_is_answered(base: list[str], head: list[str]) -> None:
    for dialect in (POSTGRES, CLICKHOUSE):
        assert isinstance(table_edits("t", base, head, dialect), TableEdits)


@given(table=postgres_tables.tables(), data=st.data())
def test_a_changed_literal_is_never_silent_in_postgres(table: postgres_tables.Table, data: st.DataObject) -> None:
    changed = with_another_literal(table.statements, data, "postgres")
    assert table_edits("t", table.statements, changed, POSTGRES).edits


@given(table=clickhouse_tables.tables(), data=st.data())
def test_a_changed_literal_is_never_silent_in_clickhouse(table: clickhouse_tables.Table, data: st.DataObject) -> None:
    changed = with_another_literal(table.statements, data, "clickhouse")
    assert table_edits("t", table.statements, changed, CLICKHOUSE).edits


def with_another_literal(statements: tuple[str, ...], data: st.DataObject, dialect: str) -> list[str]:
    """The statements with one number or string in them changed."""
    at = data.draw(st.integers(0, len(statements) - 1))
    text = statements[at]
    literals = [
        token for token in tokenise(text, get_dialect(dialect))[0] if token.token_type.name in ("NUMBER", "STRING")
    ]
    assume(literals)
    token = data.draw(st.sampled_from(literals))
    other = "77" if token.token_type.name == "NUMBER" else "'seventy-seven'"
    return [*statements[:at], text[: token.start] + other + text[token.end + 1 :], *statements[at + 1 :]]


@given(table=postgres_tables.tables(), data=st.data())
def test_a_missing_token_never_raises(table: postgres_tables.Table, data: st.DataObject) -> None:
    text = table.statements[0]
    tokens, _ = tokenise(text, POSTGRES)
    token = data.draw(st.sampled_from(tokens))
    broken = text[: token.start] + text[token.end + 1 :]
    assert isinstance(table_edits("t", table.statements, [broken, *table.statements[1:]], POSTGRES), TableEdits)


WORDS = """CREATE TABLE t ( ) , ; int text 'x' 1 NOT NULL DEFAULT PRIMARY KEY UNIQUE CHECK REFERENCES CONSTRAINT FOREIGN
EXCLUDE ASSUME GENERATED ALWAYS AS IDENTITY STORED serial COLLATE ALTER ADD COLUMN DROP RENAME TO MODIFY SET TYPE AFTER
FIRST REMOVE SETTING RESET TTL ORDER BY ENGINE MergeTree = a b INDEX ON USING INCLUDE WITH PARTITION OF LIKE PROJECTION
EPHEMERAL ALIAS MATERIALIZED CASE END IF EXISTS EXPRESSION COMMENT CODEC SETTINGS ONLY""".split()


@given(words=st.lists(st.sampled_from(WORDS), max_size=12), more=st.lists(st.sampled_from(WORDS), max_size=12))
def test_any_soup_of_words_is_answered(words: list[str], more: list[str]) -> None:
    create = "CREATE TABLE t (a int, b text DEFAULT 'x', "
    for dialect in ("postgres", "clickhouse", "mysql"):
        for head in ([create + " ".join(words) + ")"], [create + "c int)", "ALTER TABLE t " + " ".join(more)]):
            assert table_edits("t", PLAIN, head, get_dialect(dialect)).edits
            table_edits("t", head, PLAIN, get_dialect(dialect))
