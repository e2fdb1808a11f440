"""PostgreSQL partitions: what their parent hands down to them is not done a second time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from checker.plan.tables.edit import TableEdit, TableEdits, Unreadable
from checker.plan.tables.phrase import Reading
from checker.plan.tables.read.change import drop_column, rename_column
from checker.plan.tables.read.fold import fold_table
from checker.plan.tables.read.index import index_parts
from checker.plan.tables.read.postgres_names import index_name, named, taken_names
from checker.plan.tables.shape import Column, Constraint, Index, TableShape
from checker.plan.tables.write.common import differing, renames
from checker.plan.tables.write.postgres import postgres_edits
from checker.sql.dialect import Dialect
from checker.sql.statement import Parts

Statements = Sequence[str]
_REFUSED = re.compile(
    r' (?:(?:ADD|DROP|RENAME) COLUMN|ALTER COLUMN (?:"(?:[^"]|"")+"|\S+) (?:TYPE|DROP EXPRESSION|DROP IDENTITY)) '
)
_DETACH = re.compile(r"^ALTER\s+TABLE\b.*\sDETACH\s+PARTITION\s", re.IGNORECASE | re.DOTALL)


def parent_of(statements: Statements, dialect: Dialect) -> Parts:
    """The table whose partition these statements make, as written; nothing where they make none.

    >>> from checker.sql.dialect import get_dialect
    >>> parent_of(["CREATE TABLE c PARTITION OF s.p DEFAULT"], get_dialect("postgres"))
    ('s', 'p')
    """
    try:
        shape = fold_table([Reading(text, dialect) for text in statements], dialect)
    except Unreadable:
        return ()
    of = shape.attached.parent if shape.attached else shape.clauses.get("PARTITION OF")
    return Reading(of.text, dialect).name()[0] if of else ()


def is_detaching(statement: str) -> bool:
    """Whether a statement ends that a table is a partition."""
    return _DETACH.match(statement) is not None


def partition_edits(
    name: str, before: TableShape, after: TableShape, above: tuple[Statements, Statements] | None, dialect: Dialect
) -> TableEdits:
    """What is left to do to a table that is and stays a partition, when its parent has been altered."""
    if above is not None:
        old, new = (fold_table([Reading(text, dialect) for text in side], dialect) for side in above)
        _hand_down(before, after, old, new, dialect)
    own = postgres_edits(name, before, after, dialect)
    return replace(own, edits=tuple(_allowed(own.edits)))


def _allowed(edits: Sequence[TableEdit]) -> Iterator[TableEdit]:
    """Columns of a partition change with its parent or not at all; where that is done by hand, its finding says so."""
    yield from (edit for edit in edits if not _REFUSED.search(edit.sql))


def _hand_down(shape: TableShape, wanted: TableShape, old: TableShape, new: TableShape, dialect: Dialect) -> None:
    """Let a partition follow its parent from one shape to the next."""
    for was, name in renames(old, new):
        if was in shape.columns and name not in shape.columns:
            rename_column(shape, was, name, dialect)
        rename_column(old, was, name, dialect)
    for name in sorted((old.columns.keys() - new.columns.keys()) & shape.columns.keys()):
        drop_column(shape, name)
    for name, column in new.columns.items():
        mine = shape.columns.setdefault(name, column)
        shape.columns[name] = _followed(mine, old.columns.get(name, column), column)
    _hand_down_constraints(shape, wanted, old, new)
    _hand_down_indexes(shape, wanted, old, new, dialect)


def _followed(mine: Column, old: Column, new: Column) -> Column:
    clauses = dict(mine.clauses)
    for key in differing(old.clauses.items(), new.clauses.items()):
        clauses.pop(key, None)
        clauses |= {key: new.clauses[key]} if key in new.clauses else {}
    return replace(mine, type=mine.type if old.type == new.type else new.type, clauses=clauses)


def _hand_down_constraints(shape: TableShape, wanted: TableShape, old: TableShape, new: TableShape) -> None:
    before, after = ({one.definition for one in side.constraints} for side in (old, new))
    shape.constraints = [one for one in shape.constraints if one.definition not in before - after]
    there = {one.definition for one in shape.constraints}
    listed = {one.definition for one in wanted.constraints}
    for one in new.constraints:
        if one.definition in (after - before - there) & listed:
            shape.constraints.append(_own_name(one, shape))


def _own_name(constraint: Constraint, shape: TableShape) -> Constraint:
    """Keys are indexes, whose names are unique in their schema: those of partitions get names of their own."""
    if constraint.kind in ("CHECK", "FOREIGN KEY"):
        return constraint
    return named(replace(constraint, name=""), shape, taken_names(shape))


def _hand_down_indexes(
    shape: TableShape, wanted: TableShape, old: TableShape, new: TableShape, dialect: Dialect
) -> None:
    before, after = ({(one.body, one.unique) for one in side.indexes.values()} for side in (old, new))
    gone = before - after
    shape.indexes = {name: one for name, one in shape.indexes.items() if (one.body, one.unique) not in gone}
    there = {(one.body, one.unique) for one in shape.indexes.values()}
    listed = {(one.body, one.unique) for one in wanted.indexes.values()}
    for body, unique in sorted((after - before - there) & listed, key=lambda pair: pair[0].key):
        name = index_name(shape, index_parts(Reading(body.text, dialect)))
        shape.indexes[name] = Index(name, body, unique)
