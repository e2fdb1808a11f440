"""How much of a report is shown: whole sections fall away, in this order, until the rest fits."""

from __future__ import annotations

from dataclasses import dataclass

COMMENT_BYTES = 60_000
"""GitHub refuses a comment of more than 65,536 characters."""
SUMMARY_BYTES = 1_000_000
"""GitHub drops a step summary of more than 1 MiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    sql: bool = False
    graph: bool = False
    rows: int | None = None
    """Rows of each list; None for all of them, 0 for the counts alone."""


EVERYTHING = Level(sql=True, graph=True)
LEVELS = (EVERYTHING, Level(graph=True), Level(), Level(rows=1_000), Level(rows=100), Level(rows=20), Level(rows=0))
