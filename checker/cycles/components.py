"""Strongly connected components of a side: who is in a cycle, on which way round, and in which stratum.

Reaches(o, p) :- Flow(o, p)
Reaches(o, q) :- Reaches(o, p), Flow(p, q)
InCycle(o, p) :- Reaches(o, p), Reaches(p, o)
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt
import rustworkx as rx

from checker.cycles.neighbours import Numbers
from checker.cycles.side import SideGraph

_READS = ("read", "use")


@dataclass(frozen=True, slots=True)
class Flow:
    """The edges along which rows flow: who reads whom. A view feeds its TO target, so the target reads the view."""

    readers: Numbers
    reads: Numbers
    at: Numbers
    """Of each edge, its place among the edges of the side."""

    @classmethod
    def of(cls, side: SideGraph) -> Flow:
        plain = np.flatnonzero(side.between(_READS))
        written = np.flatnonzero(side.between(("write",)))
        return cls(
            np.concatenate([side.readers[plain], side.reads[written]]),
            np.concatenate([side.reads[plain], side.readers[written]]),
            np.concatenate([plain, written]),
        )


@dataclass(frozen=True, slots=True)
class Component:
    """A cycle's members, smallest first, and the places of its inner edges in the flow."""

    members: tuple[int, ...]
    edges: tuple[int, ...]


def cyclic_components(flow: Flow, size: int) -> list[Component]:
    """The components with more than one member or a self-loop, by their smallest members."""
    parts = strong_parts(flow.readers, flow.reads, size)
    inner = np.flatnonzero(parts[flow.readers] == parts[flow.reads])
    edges: dict[int, list[int]] = defaultdict(list)
    for at, part in zip(inner.tolist(), parts[flow.readers[inner]].tolist(), strict=True):
        edges[part].append(at)
    found = []
    for inside in edges.values():
        members = {int(end) for at in inside for end in (flow.readers[at], flow.reads[at])}
        found.append(Component(tuple(sorted(members)), tuple(inside)))
    return sorted(found, key=lambda component: component.members)


def strong_parts(readers: Numbers, reads: Numbers, size: int) -> Numbers:
    """For each node the number of its component; components are numbered with what they read before them."""
    graph: rx.PyDiGraph[int | None, None] = rx.PyDiGraph(multigraph=True)
    # Of a large graph a plan has to do with little: what has no edge is a component of its own.
    nodes, ends = np.unique(np.concatenate([readers, reads]), return_inverse=True)
    graph.add_nodes_from(range(len(nodes)))
    graph.extend_from_edge_list(list(zip(*(end.tolist() for end in np.split(ends, 2)), strict=True)))
    parts = list(rx.strongly_connected_components(graph))
    inner = np.zeros(len(nodes), dtype=np.int64)
    inner[list(chain.from_iterable(parts))] = np.repeat(np.arange(len(parts)), list(map(len, parts)))
    part_of = np.arange(size, dtype=np.int64) + len(parts)
    part_of[nodes] = inner
    return part_of


def way_round(component: Component, flow: Flow) -> tuple[int, ...]:
    """A shortest way from the smallest member back to itself; of several the one that sorts first."""
    nexts: dict[int, set[int]] = defaultdict(set)
    for at in component.edges:
        nexts[int(flow.readers[at])].add(int(flow.reads[at]))
    start = component.members[0]
    before: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in sorted(nexts[here]):
            if there == start:
                return _back(here, start, before)
            if there not in before:
                before[there] = here
                waiting.append(there)
    raise AssertionError("a component without a way round")


def _back(last: int, start: int, before: dict[int, int]) -> tuple[int, ...]:
    way = [last]
    while way[-1] != start:
        way.append(before[way[-1]])
    return (*reversed(way), start)


def strata(flow: Flow, size: int, negative: npt.NDArray[np.bool_]) -> list[int]:
    """The stratum of each node.

    Stratum(o, n) :- n = max over Flow(o, p) of Stratum(p), one more where the edge is non-monotone
    """
    parts = strong_parts(flow.readers, flow.reads, size)
    levels = [0] * (int(parts.max()) + 1 if size else 0)
    order = np.argsort(parts[flow.readers], kind="stable")
    ends = (parts[ends[order]].tolist() for ends in (flow.readers, flow.reads))
    rows = zip(*ends, negative[order].tolist(), strict=True)
    # Components come numbered so that what they read has a smaller number: one pass suffices.
    for reader, read, is_negative in rows:
        if reader != read:
            levels[reader] = max(levels[reader], levels[read] + is_negative)
    return [levels[part] for part in parts.tolist()]


def negative_edges(side: SideGraph, flow: Flow) -> npt.NDArray[np.bool_]:
    """Which edges of the flow are non-monotone."""
    return np.asarray(side.non_monotone()[flow.at], dtype=bool)
