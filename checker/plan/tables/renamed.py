"""A renamed table of PostgreSQL: what took its name from the table's takes it from the new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Reading
from checker.plan.tables.quote import beside, quote
from checker.plan.tables.read.column import SERIAL
from checker.plan.tables.read.fold import fold_table
from checker.plan.tables.read.postgres_names import sequence_name
from checker.plan.tables.shape import Column, TableShape
from checker.sql.dialect import Dialect


def generated_renames(name: str, base: Sequence[str], head: Sequence[str], dialect: Dialect) -> tuple[str, ...]:
    """The statements after RENAME: generated names of constraints, indexes and sequences follow the table's.

    >>> from checker.sql.dialect import get_dialect
    >>> base, head = ["CREATE TABLE a (x int UNIQUE)"], ["CREATE TABLE b (x int UNIQUE)"]
    >>> generated_renames("b", base, head, get_dialect("postgres"))
    ('ALTER TABLE b RENAME CONSTRAINT a_x_key TO b_x_key',)
    """
    if dialect.name != "postgres":
        return ()
    try:
        old, new = (fold_table([Reading(text, dialect) for text in side], dialect) for side in (base, head))
    except Unreadable:
        return ()
    return tuple(_renames(name, old, new, dialect))


def _renames(name: str, old: TableShape, new: TableShape, dialect: Dialect) -> Iterator[str]:
    for before, after in zip(old.constraints, new.constraints, strict=False):
        if before.name and after.name and before.name != after.name:
            yield f"ALTER TABLE {name} RENAME CONSTRAINT {quote(before.name, dialect)} TO {quote(after.name, dialect)}"
    for index, other in zip(old.indexes, new.indexes, strict=False):
        if index != other:
            yield f"ALTER INDEX {beside(name, index, dialect)} RENAME TO {quote(other, dialect)}"
    for column, definition in old.columns.items():
        if _has_sequence(definition):
            before_name, after_name = (sequence_name(shape.table, column) for shape in (old, new))
            if before_name == after_name:
                continue
            yield f"ALTER SEQUENCE {beside(name, before_name, dialect)} RENAME TO {quote(after_name, dialect)}"


def _has_sequence(column: Column) -> bool:
    identity = any("identity" in phrase.key.lower() for phrase in column.clauses.values())
    return SERIAL in column.clauses or identity
