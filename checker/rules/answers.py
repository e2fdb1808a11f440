"""What a program answers, whichever way it was run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.rules.engine.evaluate import to_value
from checker.rules.engine.explain import Explained, Stop
from checker.rules.engine.fixpoint import Firing

PLACE = "ObjectPlace"
OBJECT_AT = {"DirtyStmt": 0, "Finding": 2}
"""Relations whose tuples are told with a place, and which of their columns is the object."""


@dataclass(frozen=True, slots=True)
class Place:
    """What an object is and where it is defined."""

    kind: str
    path: str
    line: int


def place_of(texts: Sequence[str]) -> Place:
    """From the columns of ObjectPlace after the object."""
    kind, path, line = texts
    return Place(kind, path, int(to_value(line)))


@dataclass(frozen=True, slots=True)
class Answers:
    """What a program derived: the tuples asked for, explained, and how each relation grew."""

    explained: tuple[Explained, ...] = ()
    stops: tuple[Stop, ...] = ()
    rounds: dict[str, tuple[int, ...]] = field(default_factory=dict)
    firings: tuple[Firing, ...] = ()
    """Of each rule in each round; known only where the program ran in one task."""
    places: dict[str, Place] = field(default_factory=dict)
    """Of the objects that are dirty, or that a finding is about."""

    def of(self, relation: str) -> tuple[Explained, ...]:
        return tuple(one for one in self.explained if one.relation == relation)

    @property
    def sizes(self) -> dict[str, int]:
        """How many tuples each relation ended with."""
        return {name: ends[-1] for name, ends in sorted(self.rounds.items())}
