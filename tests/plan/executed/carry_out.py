"""Carry a plan out on a database that holds base, and see that it becomes head."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.databases.clickhouse import ClickHouseDatabase
from tests.databases.database import Catalogue, Database, differences
from tests.plan.executed.case import Case


def carry_out(database: Database, case: Case, statements: Iterable[str], *, strict: bool = False) -> None:
    """Run the statements one after the other where base is, and see that head is reached.

    `strict` makes ClickHouse refuse the drop of what others depend on, which it does not unless it is asked to.
    """

    def deploy() -> None:
        if isinstance(database, ClickHouseDatabase):
            database.check_dependencies(on=strict)
        for sql in filter(None, statements):
            database.run(sql)

    reach_head(database, case, deploy)


def reach_head(database: Database, case: Case, deploy: Callable[[], None]) -> None:
    """A deployment makes base into head, and no table that goes on loses a row of a column that goes on."""
    wanted = built(database, case, case.head)
    built(database, case, [*case.base, *case.rows])
    old_columns = database.columns()
    old_rows = {table: database.rows(table, list(columns)) for table, columns in old_columns.items()}
    deploy()
    wrong = differences(database.catalogue(), wanted)
    assert not wrong, "\n".join(wrong)
    new_columns = database.columns()
    for table, columns in old_columns.items():
        goes_on_as = case.renamed.get(table, table)
        remaining = new_columns.get(goes_on_as, {})
        shared = [name for name, type_name in columns.items() if remaining.get(name) == type_name]
        if shared:
            before = sorted(tuple(row[list(columns).index(name)] for name in shared) for row in old_rows[table])
            assert database.rows(goes_on_as, shared) == before, f"rows of {goes_on_as}"


def built(database: Database, case: Case, statements: Iterable[str]) -> Catalogue:
    """The catalogue after statements on an empty database."""
    database.empty()
    for sql in (*case.prelude, *statements):
        database.run(sql)
    return database.catalogue()
