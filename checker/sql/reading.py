"""What a tree tells, so that the tree itself can go."""

from __future__ import annotations

from dataclasses import dataclass, field

from checker.sql.statement import Parts, Role


@dataclass(frozen=True, slots=True)
class Harm:
    """An operator that keeps more rows from only adding rows, where it stands, and how it reads."""

    operator: str
    start: int = -1
    """Its offset; -1 where it stands in a string that was not written as it reads."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of an object, and the text it takes (nothing where it stands inside a string)."""

    parts: Parts
    role: Role
    start: int
    end: int
    harm: Harm | None = None
    """Why it is not read monotonically, if it is not."""
    computes: bool = False
    """Some value of the result is computed from what is read here."""


@dataclass(slots=True)
class Reading:
    """What a tree tells, so that the tree itself can go."""

    shape: str = ""
    """The nesting of the nodes without redundant parentheses; with the tokens it is the whole meaning."""
    mentions: list[Mention] = field(default_factory=list)
    grouping: set[int] = field(default_factory=set)
    """Offsets of the parentheses that only group, so that the shape tells all about them."""
    identifiers: set[int] = field(default_factory=set)
    """Offsets of the tokens that are names, never keywords."""
    qualifiers: list[Mention] = field(default_factory=list)
    """What stands before a column where it has two or more parts."""
    strict: Harm | None = None
    """The first operator that is not monotone in all it takes, harmful here or not."""
    volatile: list[str] = field(default_factory=list)
