"""The entry: statements of base and head on one table → edits."""

from __future__ import annotations

from collections.abc import Sequence

from checker.plan.tables.edit import NOTHING_LIFTED, Lifted, TableEdit, TableEdits, Unreadable
from checker.plan.tables.lift import take_out
from checker.plan.tables.partition import partition_edits
from checker.plan.tables.phrase import Reading
from checker.plan.tables.read.fold import fold_table
from checker.plan.tables.write.clickhouse import clickhouse_edits
from checker.plan.tables.write.common import NEW_TABLE
from checker.plan.tables.write.later import later_edits
from checker.plan.tables.write.postgres import postgres_edits
from checker.plan.tables.write.standard import standard_edits
from checker.sql.dialect import Dialect

_WRITERS = {"postgres": postgres_edits, "clickhouse": clickhouse_edits}


def table_edits(
    name: str,
    base: Sequence[str],
    head: Sequence[str],
    dialect: Dialect,
    lifted: Lifted = NOTHING_LIFTED,
    above: tuple[Sequence[str], Sequence[str]] | None = None,
) -> TableEdits:
    """What makes the table of base's statements the table of head's.

    Where head only adds statements, as migrations do, those are the edits; else both sides are read
    into shapes and compared. What cannot be read is one edit by hand that says so. What was `lifted`
    is gone from the table of base already; `above` are the statements of base and head on a parent
    that is altered, which hands that down to its partitions.

    >>> from checker.sql.dialect import get_dialect
    >>> base, head = ["CREATE TABLE t (a int)"], ["CREATE TABLE t (a int, b text)"]
    >>> [edit.sql for edit in table_edits("t", base, head, get_dialect("postgres")).edits]
    ['ALTER TABLE t ADD COLUMN b text']
    """
    try:
        old, new = _read(base, dialect), _read(head, dialect)
        if not lifted and _keys(old) == _keys(new)[: len(old)]:
            return later_edits(old, new[len(old) :], dialect)
        before, after = fold_table(old, dialect), fold_table(new, dialect)
        take_out(before, lifted)
        if before.attached and before.attached == after.attached:
            return partition_edits(name, before, after, above, dialect)
        return _WRITERS.get(dialect.name, standard_edits)(name, before, after, dialect)
    except Unreadable as error:
        why = f"the table's statements differ, and the change cannot be read: {error}"
        manual = f"compare both definitions and alter the table, or {NEW_TABLE}"
        return TableEdits((TableEdit("", why, destructive=True, manual=manual),))


def _read(statements: Sequence[str], dialect: Dialect) -> list[Reading]:
    return [Reading(text, dialect) for text in statements]


def _keys(statements: Sequence[Reading]) -> list[str]:
    return [reading.phrase(0, reading.end).key for reading in statements]
