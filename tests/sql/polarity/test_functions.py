"""The functions of the real databases: none of their aggregates passes for a scalar function."""

from __future__ import annotations

import pytest

from checker.sql.dialect import get_dialect
from checker.sql.polarity_scalars import CLICKHOUSE, POSTGRES
from checker.sql.reader import read_file
from tests.databases.postgres_server import Connection
from tests.sql.polarity.databases import embedded_clickhouse

_SEEN = ({"aggregate"}, {"unknown function"}, {"aggregate", "unknown function"})
_CLICKHOUSE_ARGUMENTS = ("(x)", "(x, y)", "(1)(x)", "(1)(x, y)", "If(x, y)", "State(x)", "OrNull(x)", "Merge(x)")


def _operator(call: str, dialect: str) -> str | None:
    """How a table is read that is handed to this call; nothing where sqlglot does not take it."""
    (found,) = read_file(f"CREATE VIEW v AS SELECT {call} FROM a", get_dialect(dialect), {}).statements
    return None if found.problem else next(one.operator for one in found.references if one.parts == ("a",))


def test_every_aggregate_of_postgresql_is_seen(postgres_connection: Connection) -> None:
    rows = postgres_connection.execute("SELECT DISTINCT proname FROM pg_proc WHERE prokind = 'a'")
    names = [name for (name,) in rows]
    assert len(names) > 40
    for name in names:
        answers = {_operator(f"{name}{arguments}", "postgres") for arguments in ("(x)", "(x, y)", "(x, y, z)", "(*)")}
        assert answers - {None} in _SEEN, name


def test_every_function_listed_for_postgresql_is_no_aggregate_there(postgres_connection: Connection) -> None:
    rows = postgres_connection.execute("SELECT DISTINCT proname FROM pg_proc WHERE prokind IN ('a', 'w')")
    assert not {name for (name,) in rows} & set(POSTGRES.split())


def test_every_aggregate_of_clickhouse_is_seen_and_none_is_listed_as_a_scalar() -> None:
    with embedded_clickhouse() as run:
        rows = run("SELECT name FROM system.functions WHERE is_aggregate AND name != 'row_number'")
    names = [str(name) for (name,) in rows or ()]  # row_number is never called without OVER
    assert len(names) > 200
    assert not {name.lower() for name in names} & set(CLICKHOUSE.split())
    for name in names:
        answers = {_operator(f"{name}{arguments}", "clickhouse") for arguments in _CLICKHOUSE_ARGUMENTS}
        assert answers - {None} in _SEEN, name


@pytest.mark.parametrize(
    ("dialect", "calls"),
    [
        ("postgres", "lower(x), date_trunc('day', x), to_char(x, 'YYYY'), jsonb_build_object('k', x), left(x, 2)"),
        ("postgres", "split_part(x, ',', 1), array_length(x, 1), make_date(1, 2, 3), width_bucket(x, 1, 2, 3)"),
        ("materialize", "list_append(x, y), mz_environment_id(), date_part('year', x), jsonb_typeof(x)"),
        ("clickhouse", "toDate(x), toStartOfDay(x), arrayJoin(x), cityHash64(x), JSONExtractInt(x, 'k'), if(x, 1, 2)"),
        ("clickhouse", "multiIf(x, 1, 2), splitByChar(',', x), toString(x), now(), formatDateTime(x, '%Y')"),
    ],
)  # fmt: skip
def test_ordinary_functions_are_known(dialect: str, calls: str) -> None:
    assert _operator(calls, dialect) == ""
