"""What the heads of statements tell beside the facts of the fixtures: signatures, search paths, CASCADE."""

from __future__ import annotations

import pytest

from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import Statement, decode, encode


def read(text: str, dialect: str = "postgres") -> tuple[Statement, ...]:
    return read_file(text, get_dialect(dialect), {}).statements


def label(text: str) -> str:
    (statement,) = read(text)
    assert statement.problem is None
    return statement.label


@pytest.mark.parametrize(
    ("created", "named", "signature"),
    [
        ("()", "()", "()"),
        ("(a int default 1)", "(int)", "int"),
        ("(a int4)", "(INTEGER)", "int"),
        ("(IN a int, OUT b text, INOUT c float8, VARIADIC d int[])", "(int, double precision, int[])",
         "int, double precision, int[]"),
        ("(x varchar(10), y numeric(10, 2) = f(1, 2))", "(character varying(10), numeric(10,2))",
         "character varying(10), numeric(10,2)"),
        ("(at timestamptz, until timestamp without time zone)", "(timestamp with time zone, timestamp)",
         "timestamp with time zone, timestamp"),
        ('("Name" "My Type", u app.users, app.users)', '("My Type", app.users, app.users)',
         '"My Type", app.users, app.users'),
        ("(name text, time time, a in date)", "(text, time, date)", "text, time, date"),
        ('(a "char", b pg_catalog.char)', '("char", character)', '"char", character'),
        ("(a interval day to second)", "(interval day to second)", "interval day to second"),
        ("(OUT a int)", "()", "()"),
    ],
)  # fmt: skip
def test_a_signature_is_the_types_of_the_arguments(created: str, named: str, signature: str) -> None:
    assert label(f"CREATE FUNCTION f{created} RETURNS int LANGUAGE c AS 'x'") == signature
    assert label(f"DROP FUNCTION IF EXISTS s.f{named} CASCADE") == signature
    assert label(f"ALTER FUNCTION f{named} OWNER TO o") == signature
    assert label(f"ALTER PROCEDURE f {named} RENAME TO g") == signature


@pytest.mark.parametrize(
    "text",
    ["DROP FUNCTION f", "DROP FUNCTION f CASCADE", "DROP FUNCTION f(int), g(int)", "ALTER FUNCTION f RENAME TO g"],
)
def test_where_no_one_signature_is_given_there_is_none(text: str) -> None:
    assert label(text) == ""


@pytest.mark.parametrize(
    ("text", "cascade"),
    [
        ("DROP SCHEMA s CASCADE", "yes"),
        ("DROP SCHEMA IF EXISTS a, b CASCADE", "yes"),
        ("DROP DATABASE d CASCADE", "yes"),
        ("DROP SCHEMA s", ""),
        ("DROP SCHEMA s RESTRICT", ""),
        ('DROP SCHEMA "cascade"', ""),
        ("DROP TABLE t CASCADE", ""),
    ],
)
def test_a_schema_may_be_dropped_with_all_that_is_in_it(text: str, cascade: str) -> None:
    (statement,) = read(text, "materialize")
    assert statement.options.get("cascade", "") == cascade


@pytest.mark.parametrize(
    ("path", "scope", "further"),
    [
        ("SET search_path = a, b", ("a",), ("b",)),
        ("""SET search_path TO "$user", a, 'b', "C d", pg_catalog, a""", ("a",), ("b", "C d")),
        ("SET LOCAL search_path TO a", ("a",), ()),
        ("SET search_path = a, b; SET SCHEMA 'c'", ("c",), ()),
        ("SET search_path = a, b; SET search_path TO c, d, e", ("c",), ("d", "e")),
        ("SET search_path = a, b; SET work_mem = 1", ("a",), ("b",)),
    ],
)
def test_all_schemas_of_a_search_path_are_kept(path: str, scope: tuple[str, ...], further: tuple[str, ...]) -> None:
    parsed = decode(encode(read_file(f"{path}; CREATE VIEW v AS SELECT 1 FROM t", get_dialect("postgres"), {})))
    assert (parsed.statements[-1].scope, parsed.statements[-1].search_path) == (scope, further)
    assert (parsed.statements[0].scope, parsed.statements[0].search_path) == ((), ())
