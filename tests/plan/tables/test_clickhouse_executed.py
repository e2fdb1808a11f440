"""Edits of ClickHouse tables, run on an embedded server: they lead to head's table and keep the rows."""

from __future__ import annotations

from chdb.session import Session
from hypothesis import HealthCheck, assume, event, given, settings

from checker.plan.tables import TableEdits, table_edits
from checker.sql.dialect import get_dialect
from tests.plan.tables.clickhouse_catalogue import apply, built, catalogue, fresh, rows, run
from tests.plan.tables.clickhouse_tables import Column, Table, tables

CLICKHOUSE = get_dialect("clickhouse")
_BY_HAND = ("MODIFY COLUMN does not know", "is stored, while others are computed from it")


def edits_between(base: Table, head: Table) -> TableEdits:
    return table_edits("t", base.statements, head.statements, CLICKHOUSE)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(base=tables(), head=tables())
def test_the_edits_lead_to_the_table_of_head(clickhouse: Session, base: Table, head: Table) -> None:
    try:
        wanted = built(clickhouse, "head", head.statements)
        fresh(clickhouse, "reached")
        run(clickhouse, "reached", *base.statements)
    except RuntimeError as error:
        event(f"no valid table: {str(error)[:9]}")
        assume(False)
    edits = edits_between(base, head)
    if edits.edits and edits.edits[0].manual:
        assert len(edits.edits) == 1
        assert any(reason in edits.edits[0].why for reason in _BY_HAND), edits.edits[0].why
        event("by hand")
        return
    try:
        run(clickhouse, "reached", *inserts(base))
        assert reached(clickhouse, base, head, edits) == wanted
        event("with rows")
    except RuntimeError as error:
        refused = "".join(error.__notes__)
        event("refused for the rows")
    else:
        return
    assert "fails if" in refused, "only announced edits may fail on rows"
    fresh(clickhouse, "reached")
    run(clickhouse, "reached", *base.statements)
    assert reached(clickhouse, base, head, edits) == wanted


def reached(clickhouse: Session, base: Table, head: Table, edits: TableEdits) -> tuple[object, set[str]]:
    names = sorted(unchanged(base, head, edits))
    before = [rows(clickhouse, f"SELECT `{name}` FROM t ORDER BY k") for name in names]
    count = rows(clickhouse, "SELECT count() FROM t")
    apply(clickhouse, "reached", edits)
    after = [rows(clickhouse, f"SELECT `{name}` FROM t ORDER BY k") for name in names]
    assert after == before, "a surviving column lost values"
    assert rows(clickhouse, "SELECT count() FROM t") == count
    return catalogue(clickhouse, "reached")


def unchanged(base: Table, head: Table, edits: TableEdits) -> set[str]:
    """Stored columns that both sides have, that no edit touches, and that are not computed."""
    stored = {one.bare for one in base.columns if one.value in ("", "DEFAULT")}
    return (stored & {one.bare for one in head.columns if one.value in ("", "DEFAULT")}) - edits.touched


def inserts(table: Table) -> list[str]:
    filled = [one for one in table.columns if one.value in ("", "DEFAULT")]
    names = ", ".join(one.name for one in filled)
    lines = ", ".join(f"({', '.join(_value(one, number) for one in filled)})" for number in (1, 2))
    return [f"INSERT INTO t ({names}) VALUES {lines}"]


def _value(column: Column, number: int) -> str:
    if column.kind.startswith("Date"):
        return f"'2024-01-0{number}'"
    return f"[{number}]" if column.kind.startswith("Array") else f"'{number}'"


@given(table=tables())
def test_a_table_that_stays_needs_no_edit(table: Table) -> None:
    assert edits_between(table, table) == TableEdits()
