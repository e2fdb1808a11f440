"""Each kind of edit, as data; and the same cases run on the real databases."""

from __future__ import annotations

import psycopg
import pytest
from chdb.session import Session

from checker.plan.tables import TableEdits, table_edits
from checker.sql.dialect import get_dialect
from tests.plan.tables import clickhouse_catalogue as ch
from tests.plan.tables import postgres_catalogue as pg
from tests.plan.tables.case_files import Case, cases, written

CASES = cases()


def edits_of(case: Case) -> TableEdits:
    return table_edits(case.name, case.base, case.head, get_dialect(case.dialect))


def runnable(dialect: str) -> list[Case]:
    """Cases of a dialect that need no hands and no cluster."""
    by_hand = ("? changes", "? the table's", "? an ALTER")
    return [
        case
        for case in CASES
        if case.dialect == dialect
        and not any(edit.startswith(by_hand) for edit in case.edits)
        and "ON CLUSTER" not in case.base[0]
    ]


def titled(case: Case) -> str:
    return f"{case.dialect}: {case.title}"


@pytest.mark.parametrize("case", CASES, ids=titled)
def test_the_edits_are(case: Case) -> None:
    assert written(edits_of(case)) == case.edits


@pytest.mark.parametrize("case", CASES, ids=titled)
def test_no_edit_where_nothing_changes(case: Case) -> None:
    for side in (case.base, case.head):
        assert table_edits(case.name, side, side, get_dialect(case.dialect)) == TableEdits()


@pytest.mark.parametrize("case", CASES, ids=titled)
def test_every_edit_is_one_statement_or_says_what_to_do(case: Case) -> None:
    for edit in edits_of(case).edits:
        assert edit.why
        assert bool(edit.sql) != bool(edit.manual)


@pytest.mark.parametrize("case", runnable("postgres"), ids=titled)
def test_postgres_accepts_them(postgres: psycopg.Connection, case: Case) -> None:
    reached, wanted = (
        catalogue_after(postgres, case, case.base, edits_of(case)),
        catalogue_after(postgres, case, case.head, TableEdits()),
    )
    assert reached == wanted


def catalogue_after(
    postgres: psycopg.Connection, case: Case, statements: tuple[str, ...], edits: TableEdits
) -> dict[str, pg.Rows]:
    with pg.undone(postgres):
        pg.in_schema(postgres, "public_too")
        pg.run(postgres, "CREATE SCHEMA s", "CREATE SCHEMA shop")
        # public is where an unqualified name may be meant
        for statement in statements:
            pg.run(postgres, statement.replace("CONCURRENTLY", "").replace("public.", "public_too."))
        pg.apply(postgres, edits)
        return pg.catalogue(postgres, case.name)


@pytest.mark.parametrize("case", runnable("clickhouse"), ids=titled)
def test_clickhouse_accepts_them(clickhouse: Session, case: Case) -> None:
    ch.fresh(clickhouse, "reached")
    ch.run(clickhouse, "reached", *(statement.replace("db.t", "t") for statement in case.base))
    ch.apply(clickhouse, "reached", edits_of(case))
    ch.fresh(clickhouse, "head")
    ch.run(clickhouse, "head", *(statement.replace("db.t", "t") for statement in case.head))
    assert ch.catalogue(clickhouse, "reached") == ch.catalogue(clickhouse, "head")
