"""What the comparison of two sides hands on to findings, plan and report."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from checker.cycles.graph import Graph
from checker.diff.frames import Compared
from checker.errors import DefectError
from checker.rules.answers import Answers
from checker.rules.wording import Writes
from checker.snapshot.collect import ReadFile
from checker.snapshot.lookup import Rows
from checker.snapshot.resolve import Key


@dataclass(frozen=True)
class Comparison:
    """What the two sides have to tell."""

    files: list[ReadFile]
    compared: Compared
    answers: Answers
    rows: Rows = field(default_factory=lambda: Rows(()))
    supposed: tuple[Key, ...] = ()
    """Objects that are taken for changed although nobody changed them."""
    graph: Graph | None = None
    """Nothing where no statement differs."""

    @classmethod
    def of_nothing(cls, files: list[ReadFile]) -> Comparison:
        """Where no statement differs."""
        return cls(files, Compared((), (), 0), Answers())

    @cached_property
    def writes(self) -> Writes:
        """What writes to what in head."""
        return self.graph.head.writes() if self.graph else frozenset()

    @property
    def known_graph(self) -> Graph:
        """The graph, where both sides were compared whole."""
        if self.graph is None:
            raise DefectError("no graph was made")
        return self.graph
