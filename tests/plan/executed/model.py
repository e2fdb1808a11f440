"""Projects as the tests make them up: things that know their neighbours by number, so that an edit carries them along.

A thing reads only things of lower numbers: the order of the numbers is one in which a side can be built. Edits
change a side as they please; `settled` then takes away what has lost its ground, until the side can be built again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

SCHEMAS = ("one", "two")
ROWS = (1, 2, 3)


class Thing(Protocol):
    """Something that a statement creates, with all that belongs to it."""

    @property
    def schema(self) -> str: ...

    @property
    def name(self) -> str: ...

    def named(self, name: str) -> Self:
        """The same under another name."""

    def column_names(self) -> tuple[str, ...]:
        """What its readers can ask it for; nothing where it has no rows."""

    def settled(self, side: Side) -> Self | None:
        """The thing without what is no longer there, or nothing where it cannot be without that."""

    def statements(self, side: Side) -> list[str]:
        """Its definition, without semicolons."""

    def inserts(self, side: Side) -> list[str]:
        """Rows for it."""


@dataclass(frozen=True)
class Output:
    """A column of a view: which column of which of the things it reads."""

    source: int
    column: str

    @property
    def name(self) -> str:
        return f"{self.column}_{self.source}"


def insert(table: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    values = ", ".join(f"({', '.join(row)})" for row in rows)
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values}"


@dataclass(frozen=True)
class Side:
    """All things of base or of head, by number."""

    things: Mapping[int, Thing]
    layout: str = "each"
    """Which files they lie in: `each` has one of its own, or all are in one, `forward` or `backward`."""
    last: int = 0
    """The highest number ever given: what is gone does not come back as something else under its name."""

    def put(self, number: int, thing: Thing) -> Side:
        return replace(self, things={**self.things, number: thing}, last=max(self.last, number))

    def name_of(self, number: int) -> str:
        thing = self.things[number]
        return f"{thing.schema}.{thing.name}"

    def settled(self) -> Side:
        kept = replace(self, things={})
        for number, thing in sorted(self.things.items()):
            if (remaining := thing.settled(kept)) is not None and not kept._is_taken(remaining):
                kept = kept.put(number, remaining)
        return kept

    def _is_taken(self, thing: Thing) -> bool:
        return any((one.schema, one.name) == (thing.schema, thing.name) for one in self.things.values())

    def script(self) -> list[str]:
        """Statements that build it, in an order that works."""
        return [sql for _, thing in sorted(self.things.items()) for sql in thing.statements(self)]

    def inserts(self) -> list[str]:
        return [sql for _, thing in sorted(self.things.items()) for sql in thing.inserts(self)]

    def files(self) -> dict[str, str]:
        """The project as it lies in a repository."""
        texts = [
            (f"{thing.schema}/{thing.name}.sql", "".join(f"{sql};\n" for sql in thing.statements(self)))
            for _, thing in sorted(self.things.items())
        ]
        if self.layout == "each":
            return dict(texts)
        ordered = texts if self.layout == "forward" else texts[::-1]
        return {"all.sql": "\n".join(text for _, text in ordered)}
