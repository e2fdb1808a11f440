"""What the writers of all dialects share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from checker.plan.tables.edit import TableEdit
from checker.plan.tables.phrase import Phrase
from checker.plan.tables.quote import quote, quote_all
from checker.plan.tables.read.change import rename_column
from checker.plan.tables.shape import Column, Constraint, TableShape
from checker.sql.dialect import Dialect

NEW_TABLE = "make a new table with the new definition, copy the rows into it, and exchange the names"


@dataclass(slots=True)
class Script:
    """The statements on one table, as they are written one after the other."""

    table: str
    dialect: Dialect
    cluster: str = ""
    """` ON CLUSTER c`, where the table's CREATE has it."""
    edits: list[TableEdit] = field(default_factory=list)

    def name(self, name: str) -> str:
        return quote(name, self.dialect)

    def alter(self, action: str, why: str, *, destructive: bool = False) -> None:
        self.run(f"ALTER TABLE {self.table}{self.cluster} {action}", why, destructive=destructive)

    def run(self, sql: str, why: str, *, destructive: bool = False) -> None:
        self.edits.append(TableEdit(sql, why, destructive))

    def drop_column(self, name: str) -> None:
        self.alter(f"DROP COLUMN {self.name(name)}", f"drops column {name} and all that is in it", destructive=True)

    def by_hand(self, why: str, manual: str, *, destructive: bool = False) -> None:
        self.edits.append(TableEdit("", why, destructive, manual))


def define(constraint: Constraint, dialect: Dialect) -> str:
    """`CONSTRAINT name PRIMARY KEY (a, b) …`"""
    named = f"CONSTRAINT {quote(constraint.name, dialect)} " if constraint.name else ""
    columns = f" ({quote_all(constraint.columns, dialect)})" if constraint.columns else ""
    rest = f" {constraint.rest.text}" if constraint.rest else ""
    return f"{named}{constraint.kind}{columns}{rest}"


def label(constraint: Constraint) -> str:
    """`the foreign key orders_region_fkey`"""
    kind = constraint.kind.lower().replace(" nulls not distinct", "")
    what = kind if kind.endswith("key") else f"{kind} constraint"
    return f"the {what} {constraint.name}".rstrip()


def renames(base: TableShape, head: TableShape) -> list[tuple[str, str]]:
    """(old, new) of the columns that head's own SQL renames."""
    found = []
    for name, column in head.columns.items():
        if name not in base.columns:
            old = next((was for was in reversed(column.was) if was in base.columns and was not in head.columns), None)
            if old is not None:
                found.append((old, name))
    return found


def rename_columns(script: Script, base: TableShape, head: TableShape) -> list[str]:
    """Rename them in the database and in base's shape; their old names."""
    found = renames(base, head)
    for old, new in found:
        script.alter(f"RENAME COLUMN {script.name(old)} TO {script.name(new)}", f"renames column {old} to {new}")
        rename_column(base, old, new, script.dialect)
    return [old for old, _ in found]


_KEYS = frozenset({"PRIMARY KEY", "UNIQUE", "UNIQUE NULLS NOT DISTINCT"})


def key_columns(constraints: Iterable[Constraint]) -> frozenset[str]:
    """The columns of the keys among some constraints."""
    keys = (one for one in constraints if one.kind in _KEYS)
    return frozenset().union(*(one.columns or one.rest.names for one in keys))


def differing(base: Iterable[tuple[str, Phrase]], head: Iterable[tuple[str, Phrase]]) -> list[str]:
    """The keys whose phrases differ, sorted."""
    old, new = dict(base), dict(head)
    return sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))


def others(script: Script, base: TableShape, head: TableShape) -> None:
    """Further ALTERs that are not folded run as they stand; others taken back must be undone by hand."""
    known = len(base.others)
    if head.others[:known] == base.others:
        for action in head.others[known:]:
            script.alter(action.text, f"alters the table: {action.text}", destructive=loses_data(action.parts))
        return
    lost = next((one.text for one in base.others if one not in head.others), "their order")
    script.by_hand(
        f"an ALTER TABLE that base has is not in head as it was: {lost}",
        "undo what it did, if that is meant, and run the ALTERs of head that were not run yet",
    )


_LOSING = frozenset({"drop", "clear", "delete", "truncate", "update", "detach", "replace"})


def loses_data(parts: Sequence[str]) -> bool:
    """Whether an action starts with a word that takes data away."""
    return bool(parts) and parts[0].lower() in _LOSING


def definition(column: Column, dialect: Dialect, order: Sequence[str]) -> str:
    """A column as ADD COLUMN wants it: name, type and its clauses in this order."""
    keys = sorted(column.clauses, key=lambda key: order.index(key) if key in order else len(order))
    parts = (quote(column.name, dialect), column.type.text, *(column.text(key) for key in keys))
    return " ".join(part for part in parts if part)
