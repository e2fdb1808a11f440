"""Foreign keys and indexes that are taken off a table before the tables that they have to do with are altered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checker.plan.tables.edit import Lifted, Unreadable
from checker.plan.tables.phrase import Reading
from checker.plan.tables.quote import beside, quote
from checker.plan.tables.read.fold import fold_table
from checker.plan.tables.shape import Constraint, TableShape
from checker.sql.dialect import Dialect
from checker.sql.statement import Parts


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """A foreign key of a table, and where it leads to."""

    name: str
    table: Parts
    """As written."""
    columns: frozenset[str]
    """Empty where it leads to the primary key, whatever that is."""


def foreign_keys(statements: Sequence[str], dialect: Dialect) -> list[ForeignKey]:
    """
    >>> from checker.sql.dialect import get_dialect
    >>> foreign_keys(["CREATE TABLE a (b int REFERENCES s.b (id))"], get_dialect("postgres"))
    [ForeignKey(name='a_b_fkey', table=('s', 'b'), columns=frozenset({'id'}))]
    """
    try:
        shape = fold_table([Reading(text, dialect) for text in statements], dialect)
    except Unreadable:
        return []
    return [_foreign_key(one) for one in shape.constraints if one.kind == "FOREIGN KEY" and one.name]


def _foreign_key(constraint: Constraint) -> ForeignKey:
    parts = constraint.rest.parts[1:]  # REFERENCES
    end = 1
    while parts[end : end + 1] == ["."]:
        end += 2
    columns = parts[end + 1 : parts.index(")")] if parts[end : end + 1] == ["("] and ")" in parts else []
    return ForeignKey(constraint.name, tuple(map(_bare, parts[:end:2])), frozenset(map(_bare, columns)) - {","})


def _bare(part: str) -> str:
    return part[1:-1].replace('""', '"') if part.startswith('"') else part


def take_out(shape: TableShape, lifted: Lifted) -> None:
    """The table without what was lifted."""
    shape.constraints = [one for one in shape.constraints if one.name not in lifted.foreign_keys]
    shape.indexes = {name: one for name, one in shape.indexes.items() if name not in lifted.indexes}


def lifting(table: str, lifted: Lifted, dialect: Dialect) -> Iterator[str]:
    """IF EXISTS: where tables refer to each other in a circle, the drop of one may take the key along."""
    for name in sorted(lifted.foreign_keys):
        yield f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {quote(name, dialect)}"
    for name in sorted(lifted.indexes):
        yield f"DROP INDEX IF EXISTS {beside(table, name, dialect)}"


def is_foreign_key(statement: str, table: str) -> bool:
    """Whether a statement gives the table a foreign key."""
    return statement.startswith(f"ALTER TABLE {table} ADD ") and " FOREIGN KEY " in statement
