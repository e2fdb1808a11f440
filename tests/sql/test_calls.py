"""A function that a query calls is mentioned by its name, whether or not sqlglot knows one of that name."""

from __future__ import annotations

import pytest

from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import Parts


def _used(query: str, dialect: str = "postgres") -> set[Parts]:
    (statement,) = read_file(f"CREATE VIEW v AS {query}", get_dialect(dialect), {}).statements
    return {reference.parts for reference in statement.references if reference.role == "use"}


@pytest.mark.parametrize("call", ["safe_divide(1, 2)", "YEAR(x)", "list()", "median(x)", "slugify(x)"])
def test_a_function_is_used_wherever_it_is_called(call: str) -> None:
    name = call.partition("(")[0].lower()
    assert _used(f"SELECT {call} FROM t") == {(name,)}
    assert _used(f"SELECT * FROM {call}") == {(name,)}
    assert _used(f"SELECT * FROM s.{call}") == {("s", name)}
    assert _used(f"SELECT s.{call} FROM t") == {("s", name)}


def test_a_quoted_name_keeps_its_case() -> None:
    assert _used('SELECT "perHour"(x), "Year"(x), s."perDay"(x) FROM t') == {("perHour",), ("Year",), ("s", "perDay")}
    assert _used('SELECT * FROM "perHour"(1), s."perDay"(2)') == {("perHour",), ("s", "perDay")}


def test_what_is_grammar_uses_no_function() -> None:
    assert not _used("SELECT coalesce(x, y), CASE WHEN x AND y THEN x::text END, current_date, nullif(x, y) FROM t")


def test_a_function_of_clickhouse_keeps_its_case() -> None:
    assert _used("SELECT safe_divide(x, y), Year(z) FROM t", "clickhouse") == {("safe_divide",), ("Year",)}


def test_materialize_has_no_functions_of_a_project() -> None:
    assert not _used("SELECT count(x), lower(y) FROM t", "materialize")
