"""In which order operations run: waves over the whole graph, so that order through unchanged objects is kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from checker.cycles.components import strong_parts
from checker.cycles.neighbours import Neighbours, Numbers

_LITTLE = 0.25
"""Where more of the graph is operated on, looking for what lies between saves nothing."""
Within = Callable[[Sequence[int], int], tuple[dict[int, int], int]]
"""The waves of the operations in one cycle, after a given wave, and the wave after which all of it stands."""


def side_by_side(members: Sequence[int], after: int) -> tuple[dict[int, int], int]:
    return dict.fromkeys(members, after + 1), after + 1


def waves(
    after: Numbers, before: Numbers, size: int, operated: Iterable[int], within: Within = side_by_side
) -> dict[int, int]:
    """The wave of each operated node: `after[i]` waits for `before[i]`, also by way of nodes with no operation.

    Wave(o, n) :- n = 1 + max over After(o, p) of Wave(p)
    """
    nodes = sorted(operated)
    if not nodes:
        return {}
    if len(nodes) < size * _LITTLE:
        after, before = _between(after, before, size, nodes)
    parts = strong_parts(after, before, size)
    members: dict[int, list[int]] = {}
    for node, part in zip(nodes, parts[nodes].tolist(), strict=True):
        members.setdefault(part, []).append(node)
    waits = _neighbours(parts[after], parts[before])
    loops = set(after[after == before].tolist())
    found: dict[int, int] = {}
    done: dict[int, int] = {}
    # A component has a greater number than all it waits for, so one pass from small to great suffices.
    for part in sorted({*members, *waits}):
        start = 0
        for other in waits.get(part, ()):
            if other != part and done.get(other, 0) > start:
                start = done[other]
        inner = members.get(part, ())
        if len(inner) > 1 or not loops.isdisjoint(inner):
            inside, done[part] = within(inner, start)
            found |= inside
        elif inner:
            found[inner[0]] = done[part] = start + 1
        else:
            done[part] = start
    return found


def _between(after: Numbers, before: Numbers, size: int, operated: Sequence[int]) -> tuple[Numbers, Numbers]:
    """The edges on ways from one operated node to another: of a large graph a change touches little."""
    inside = _reached(Neighbours(after, before, size), operated) & _reached(Neighbours(before, after, size), operated)
    mask = np.zeros(size, dtype=bool)
    mask[list(inside)] = True
    kept = mask[after] & mask[before]
    return after[kept], before[kept]


def _reached(neighbours: Neighbours, starts: Iterable[int]) -> set[int]:
    """Reached(o) :- Start(o); Reached(p) :- Reached(o), Next(o, p)"""
    seen = set(starts)
    waiting = list(seen)
    while waiting:
        new = [node for node in neighbours.of(waiting.pop()) if node not in seen]
        seen.update(new)
        waiting += new
    return seen


def _neighbours(after: Numbers, before: Numbers) -> dict[int, list[int]]:
    """What each waits for, as often as edges say so."""
    found: dict[int, list[int]] = defaultdict(list)
    for one, other in zip(after.tolist(), before.tolist(), strict=True):
        found[one].append(other)
    return found


def broken_edges(after: Numbers, before: Numbers, size: int, positions: Mapping[int, int]) -> list[tuple[int, int]]:
    """Pairs that stand the wrong way round, found by another way than `waves` takes: edge by edge.

    What is part of one cycle has no right order by these edges, and is not told.
    """
    if not positions:
        return []
    parts = strong_parts(after, before, size)
    places = np.zeros(size, dtype=np.int64)
    places[list(positions)] = list(positions.values())
    ends = _last_behind(after, before, parts, places)[before]
    wrong = (parts[after] != parts[before]) & (places[after] != 0) & (places[ends] > places[after])
    return sorted(zip(after[wrong].tolist(), ends[wrong].tolist(), strict=True))


def _last_behind(after: Numbers, before: Numbers, parts: Numbers, places: Numbers) -> Numbers:
    """Each node with an operation itself; for others, what comes last of all that they wait for."""
    found = np.arange(len(parts), dtype=np.int64)
    starts = before[(places[after] != 0) & (places[before] == 0)]
    if not len(starts):
        return found
    hidden = places[after] == 0
    nexts = _neighbours(after[hidden], before[hidden])
    for node in _bottom_up(nexts, starts.tolist()):
        behind = [int(found[other]) for other in nexts.get(node, ()) if parts[other] != parts[node]]
        if places[node] == 0 and behind:
            found[node] = max(behind, key=places.__getitem__)
    return found


def _bottom_up(nexts: Mapping[int, list[int]], starts: Iterable[int]) -> Iterable[int]:
    """Every node reached from some starts, after all that it leads to (cycles apart)."""
    seen: set[int] = set()
    for start in starts:
        stack = [(start, False)]
        while stack:
            node, left = stack.pop()
            if left:
                yield node
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((other, False) for other in nexts.get(node, ()) if other not in seen)
