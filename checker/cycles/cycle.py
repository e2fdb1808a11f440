"""A dependency cycle, field by field as the JSON report has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Polarity = Literal["monotone", "non-monotone"]


@dataclass(frozen=True, slots=True)
class CycleEdge:
    """A read inside a cycle: what it does to the reader when a row is added to what is read."""

    reader: str
    reads: str
    polarity: Polarity
    operator: str | None
    """What makes it non-monotone: `aggregate`, `left join`, …"""
    path: str
    line: int
    text: str
    """What goes wrong, in one sentence; empty for a monotone edge."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """A strongly connected component of reads."""

    members: tuple[str, ...]
    path: tuple[str, ...]
    """A real way round, from the smallest member back to it."""
    monotone: bool
    allowed: bool
    new: bool
    """Not yet in base."""
    stratum: int
    max_passes: int
    edges: tuple[CycleEdge, ...]
    schedule: str | None = None
    """Of stream tables: the shortest schedule of the members, at which all is refreshed, and their crons."""
