"""The names that PostgreSQL gives to constraints, indexes and sequences that have none."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from itertools import count

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Phrase
from checker.plan.tables.read.column import SERIAL
from checker.plan.tables.shape import Constraint, TableShape

_LONGEST = 63
"""Bytes of an identifier."""
_MOST_CONSTRAINTS = 1_000
_LABELS = {
    "PRIMARY KEY": "pkey", "UNIQUE": "key", "UNIQUE NULLS NOT DISTINCT": "key", "CHECK": "check",
    "FOREIGN KEY": "fkey", "EXCLUDE": "excl",
}  # fmt: skip


def object_name(table: str, addition: str, label: str, taken: Container[str] = ()) -> str:
    """`table_addition_label`, cut to 63 bytes, with a number where it is taken.

    >>> object_name("orders", "region", "key", {"orders_region_key"})
    'orders_region_key1'
    """
    numbers = (str(number) if number else "" for number in count())
    return next(name for number in numbers if (name := _made(table, addition, label + number)) not in taken)


def _made(table: str, addition: str, label: str) -> str:
    first, second = table.encode()[:_LONGEST], addition.encode()[: 2 * _LONGEST]
    room = _LONGEST - len(label.encode()) - 1 - (1 if second else 0)
    while len(first) + len(second) > room:  # the longer of the two gives way
        first, second = (first[:-1], second) if len(first) > len(second) else (first, second[:-1])
    parts = (first.decode(errors="ignore"), second.decode(errors="ignore"), label)
    return "_".join(part for part in parts if part)


def addition(columns: Iterable[str]) -> str:
    return "_".join(columns)


def taken_names(shape: TableShape) -> set[str]:
    """Names of the table's own relations and constraints."""
    taken = {one.name for one in shape.constraints if one.name} | set(shape.indexes) | {shape.table}
    return taken | {
        sequence_name(shape.table, name) for name, column in shape.columns.items() if SERIAL in column.clauses
    }


def sequence_name(table: str, column: str) -> str:
    """The sequence of a SERIAL column."""
    return object_name(table, column, "seq")


def named(constraint: Constraint, shape: TableShape, taken: Container[str]) -> Constraint:
    """The constraint with the name it gets when it is added to the table."""
    if constraint.name:
        return constraint
    label = _LABELS[constraint.kind]
    if constraint.kind == "PRIMARY KEY":
        columns: list[str] = []
    elif constraint.kind == "CHECK":
        columns = [name for name in shape.columns if name in constraint.rest.names]
        columns = columns if len(columns) == 1 else []
    elif constraint.kind == "EXCLUDE" or not constraint.columns:
        columns = [name for name in shape.columns if name in constraint.rest.names]
    else:
        columns = [*constraint.columns, *_included(constraint.rest)]
    return replace(constraint, name=object_name(shape.table, addition(columns), label, taken))


def _included(rest: Phrase) -> list[str]:
    """INCLUDE (a, b): these columns are in the name too."""
    parts = rest.parts
    if parts[:2] != ["include", "("] or ")" not in parts:
        return []
    return [part.strip('"') for part in parts[2 : parts.index(")")] if part != ","]


def name_all(shape: TableShape) -> None:
    """Name what CREATE TABLE leaves unnamed: keys first, as PostgreSQL does."""
    if len(shape.constraints) > _MOST_CONSTRAINTS:
        raise Unreadable(f"the table has more than {_MOST_CONSTRAINTS:,} constraints")
    shape.constraints = _merged(sorted(shape.constraints, key=lambda one: one.kind != "PRIMARY KEY"))
    taken = taken_names(shape)
    for at, one in enumerate(shape.constraints):
        shape.constraints[at] = named(one, shape, taken)
        taken.add(shape.constraints[at].name)


def _merged(constraints: list[Constraint]) -> list[Constraint]:
    """Two keys over the same columns are one: the first, by the first name that is given."""
    found: dict[object, Constraint] = {}
    for number, one in enumerate(constraints):
        is_key = one.kind in ("PRIMARY KEY", "UNIQUE")
        key = (one.columns, one.rest) if is_key else number
        first = found.setdefault(key, one)
        if first is not one and not first.name:
            found[key] = replace(first, name=one.name)
    return list(found.values())


def index_name(shape: TableShape, parts: list[str]) -> str:
    """`CREATE INDEX ON t (a, lower(b))` → t_a_lower_idx"""
    return object_name(shape.table, addition(_numbered(parts)), "idx", taken_names(shape))


def _numbered(parts: Iterable[str]) -> list[str]:
    """Equal names within one index get numbers: expr, expr1."""
    names: list[str] = []
    for part in parts:
        numbers = (str(number) if number else "" for number in count())
        names.append(next(name for number in numbers if (name := part + number) not in names))
    return names
