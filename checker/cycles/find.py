"""The cycles of head, with all that is wrong in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checker.cycles.components import (
    Component,
    Flow,
    cyclic_components,
    negative_edges,
    strata,
    way_round,
)
from checker.cycles.cycle import Cycle, CycleEdge
from checker.cycles.engines import MERGING
from checker.cycles.graph import Graph
from checker.cycles.schedule import CALCULATED, effective
from checker.cycles.side import Edge, SideGraph, SideName
from checker.settings import Cycles
from checker.snapshot import rows as r
from checker.sql.polarity_words import describe

STREAM_TABLE = "stream table"
_DEFAULT_MODE, _CYCLE_MODE = "AUTO", "DIFFERENTIAL"


@dataclass(frozen=True, slots=True)
class MemberProblem:
    """Something in a member of a cycle that keeps it from settling, or may."""

    id: str
    path: str
    line: int
    text: str
    known: bool = False
    """It was so in base already."""


@dataclass(frozen=True, slots=True)
class FoundCycle:
    """A cycle and its problems."""

    cycle: Cycle
    blockers: tuple[MemberProblem, ...] = ()
    """Non-monotone edges, or operators where the analysis is strict."""
    modes: tuple[MemberProblem, ...] = ()
    """Stream tables that are refreshed in a mode that cannot go round."""
    growing: tuple[MemberProblem, ...] = ()
    """Members that compute new values from the cycle."""
    volatile: tuple[MemberProblem, ...] = ()


def find_cycles(graph: Graph, settings: Cycles) -> tuple[FoundCycle, ...]:
    """Every cycle of head, by its smallest member."""
    return _Finder(graph, settings).run()


class _Finder:
    def __init__(self, graph: Graph, settings: Cycles) -> None:
        self._graph = graph
        self._settings = settings
        self._flow = Flow.of(graph.head)

    def run(self) -> tuple[FoundCycle, ...]:
        components = [one for one in cyclic_components(self._flow, len(self._graph)) if not self._only_calls(one)]
        if not components:
            return ()
        levels = strata(self._flow, len(self._graph), negative_edges(self._graph.head, self._flow))
        old_flow = Flow.of(self._graph.base)
        old = {
            member: number
            for number, one in enumerate(cyclic_components(old_flow, len(self._graph)))
            for member in one.members
        }
        known = _non_monotone(self._graph.base, old_flow)
        return tuple(self._found(one, levels[one.members[0]], old, known) for one in components)

    def _only_calls(self, component: Component) -> bool:
        """Functions that call each other: a recursion, which ends by what it does."""
        return all(self._graph.key(member).space.endswith("function") for member in component.members)

    def _found(
        self, component: Component, stratum: int, old: dict[int, int], known: set[tuple[int, int]]
    ) -> FoundCycle:
        edges = sorted(
            (self._edge(at) for at in component.edges),
            key=lambda edge: (edge.reader, edge.reads, not edge.operator, edge.operator_line or edge.line),
        )
        strongest = {(edge.reader, edge.reads): edge for edge in reversed(edges)}
        shown = [strongest[pair] for pair in sorted(strongest)]
        homes = {old.get(member) for member in component.members}
        is_new = len(homes) != 1 or None in homes
        members = component.members
        blockers = tuple(self._blockers(members, shown, is_new, known))
        cycle = Cycle(
            members=tuple(map(self._graph.id, component.members)),
            path=tuple(map(self._graph.id, way_round(component, self._flow))),
            monotone=not blockers,
            allowed=self._settings.allow,
            new=is_new,
            stratum=stratum,
            max_passes=self._settings.max_passes,
            edges=tuple(map(self._shown, shown)),
            schedule=self._schedule(members),
        )
        return FoundCycle(
            cycle,
            blockers,
            tuple(self._modes(members, is_new)),
            tuple(self._growing(shown, is_new)) if not blockers else (),
            tuple(self._volatile(members, is_new)),
        )

    def _edge(self, at: int) -> Edge:
        """An edge of the flow; from a view to its target it runs the other way round."""
        edge = self._graph.head.edge(int(self._flow.at[at]))
        if edge.role != "write":
            return edge
        return replace(edge, reader=edge.reads, reads=edge.reader)

    def _shown(self, edge: Edge) -> CycleEdge:
        reader, reads = self._graph.id(edge.reader), self._graph.id(edge.reads)
        path, _ = self._graph.place(edge.reads if edge.role == "write" else edge.reader)
        return CycleEdge(
            reader=reader,
            reads=reads,
            polarity="non-monotone" if edge.operator else "monotone",
            operator=edge.operator or None,
            path=path,
            line=edge.operator_line or edge.line,
            text=describe(edge.operator, reader, reads) if edge.operator else "",
        )

    def _blockers(
        self, members: Sequence[int], edges: Sequence[Edge], is_new: bool, known: set[tuple[int, int]]
    ) -> Iterator[MemberProblem]:
        if self._settings.analysis == "strict":
            yield from self._strict(members, is_new)
            edges = [edge for edge in edges if edge.operator == MERGING]  # no query holds it
        yield from self._blocking(edges, is_new, known)

    def _blocking(self, edges: Sequence[Edge], is_new: bool, known: set[tuple[int, int]]) -> Iterator[MemberProblem]:
        for edge in edges:
            if edge.operator:
                shown = self._shown(edge)
                text = f"{shown.text} ({edge.operator}{f': {edge.operator_text}' if edge.operator_text else ''})"
                was_so = not is_new and (edge.reader, edge.reads) in known
                yield MemberProblem(shown.reader, shown.path, shown.line, text, was_so)

    def _strict(self, members: Sequence[int], is_new: bool) -> Iterator[MemberProblem]:
        for member in members:
            operator = self._graph.field(member, "head", r.STRICT)
            if operator:
                path, _ = self._graph.place(member)
                before = self._graph.field(member, "base", r.STRICT)
                text = f"it holds a non-monotone operator ({operator['operator']}: {operator['text']})"
                yield MemberProblem(self._graph.id(member), path, operator["line"], text, not is_new and bool(before))

    def _modes(self, members: Sequence[int], is_new: bool) -> Iterator[MemberProblem]:
        for member in members:
            mode = self._mode(member, "head")
            if mode and mode != _CYCLE_MODE:
                text = f"it is refreshed in mode {mode}; in a cycle only {_CYCLE_MODE} can settle"
                was_so = not is_new and self._mode(member, "base") == mode
                yield MemberProblem(self._graph.id(member), *self._graph.place(member), text, was_so)

    def _mode(self, member: int, side: SideName) -> str:
        """A stream table's refresh mode, or nothing for other objects."""
        if self._graph.field(member, side, r.KIND) != STREAM_TABLE:
            return ""
        return self._graph.option(member, side, "refresh_mode") or _DEFAULT_MODE

    def _schedule(self, members: Sequence[int]) -> str | None:
        tables = [member for member in members if self._graph.field(member, "head", r.KIND) == STREAM_TABLE]
        told = [self._graph.option(member, "head", "schedule") or CALCULATED for member in tables]
        return effective(CALCULATED if one == "null" else one for one in told) if told else None

    def _growing(self, edges: Sequence[Edge], is_new: bool) -> Iterator[MemberProblem]:
        for edge in edges:
            if edge.computes:
                path, _ = self._graph.place(edge.reader)
                was_so = not is_new and self._graph.is_same(edge.reader)
                text = f"it computes new values from {self._graph.id(edge.reads)}, so the cycle may grow for ever"
                yield MemberProblem(self._graph.id(edge.reader), path, edge.line, text, was_so)

    def _volatile(self, members: Sequence[int], is_new: bool) -> Iterator[MemberProblem]:
        for member in members:
            if calls := self._graph.field(member, "head", r.VOLATILE):
                text = f"{', '.join(f'{name}()' for name in calls)} gives another value at each pass"
                was_so = not is_new and self._graph.field(member, "base", r.VOLATILE) == calls
                yield MemberProblem(self._graph.id(member), *self._graph.place(member), text, was_so)


def _non_monotone(side: SideGraph, flow: Flow) -> set[tuple[int, int]]:
    negative = negative_edges(side, flow)
    return set(zip(flow.readers[negative].tolist(), flow.reads[negative].tolist(), strict=True))
