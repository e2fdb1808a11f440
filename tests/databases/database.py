"""What the tests ask of a database, whichever it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

Catalogue = frozenset[str]
"""What a database holds, as lines: one for each thing that definitions decide."""

Columns = dict[str, dict[str, str]]
"""The tables that hold rows, with the type of each column."""


class Refused(AssertionError):
    """The database did not take a statement."""


class Database(Protocol):
    def empty(self) -> None:
        """Nothing is left of what was made before; cheap."""

    def run(self, sql: str) -> None:
        """Run statements; Refused at the first that fails."""

    def catalogue(self) -> Catalogue:
        """Everything but the rows."""

    def columns(self) -> Columns: ...

    def rows(self, table: str, columns: Sequence[str]) -> list[tuple[str, ...]]:
        """The rows of a table, in an order that depends on them alone."""


def as_lines(what: str, rows: Iterable[Iterable[object]]) -> Iterable[str]:
    """One line for each row, led by what the row is about."""
    for row in rows:
        yield " | ".join([what, *("" if value is None else str(value) for value in row)])


def differences(reached: Catalogue, wanted: Catalogue) -> list[str]:
    """What is there and should not be, and what should be there and is not."""
    return [*(f"- {line}" for line in sorted(reached - wanted)), *(f"+ {line}" for line in sorted(wanted - reached))]
