"""What is done to a table so that base's definition becomes head's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableEdit:
    """One statement, or one thing that can only be done by hand."""

    sql: str
    """One statement without semicolon; empty where there is none to run."""
    why: str
    destructive: bool = False
    """Rows or columns are lost, or may be."""
    manual: str = ""
    """What to do by hand, where no ALTER can do it."""


@dataclass(frozen=True, slots=True)
class TableEdits:
    """Edits in an order that the database accepts."""

    edits: tuple[TableEdit, ...] = ()
    touched: frozenset[str] = frozenset()
    """Columns dropped, retyped or renamed, as base names them: readers must be rebuilt around it."""
    renamed: frozenset[str] = frozenset()
    """Those of them that are only renamed."""
    unkeyed: frozenset[str] = frozenset()
    """Columns dropped or retyped, or of a key that goes: no foreign key may lead to them meanwhile."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """What of a table is dropped before the rest of the plan, because something elsewhere waits for that."""

    foreign_keys: frozenset[str] = frozenset()
    indexes: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.foreign_keys or self.indexes)


NOTHING_LIFTED = Lifted()


class Unreadable(Exception):
    """A statement on a table that cannot be read or folded; the message says what and where."""
