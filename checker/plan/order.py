"""In which order operations run: waves over the whole graph, so that order through unchanged objects is kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from checker.cycles.components import strong_parts
from checker.cycles.graph import Numbers

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
    parts = strong_parts(after, before, size)
    members: dict[int, list[int]] = defaultdict(list)
    for node in sorted(operated):
        members[int(parts[node])].append(node)
    waits = _between(parts[after], parts[before])
    loops = set(after[after == before].tolist())
    found: dict[int, int] = {}
    done: dict[int, int] = {}
    # A component has a greater number than all it waits for, so one pass from small to great suffices.
    for part in sorted({*members, *waits}):
        start = max((done.get(other, 0) for other in waits.get(part, ())), default=0)
        nodes = members.get(part, [])
        if len(nodes) > 1 or not loops.isdisjoint(nodes):
            inside, done[part] = within(nodes, start)
            found |= inside
        elif nodes:
            found[nodes[0]] = done[part] = start + 1
        else:
            done[part] = start
    return found


def _between(after: Numbers, before: Numbers) -> Mapping[int, set[int]]:
    waits: dict[int, set[int]] = defaultdict(set)
    apart = after != before
    for one, other in zip(after[apart].tolist(), before[apart].tolist(), strict=True):
        waits[one].add(other)
    return waits


def broken_edges(after: Numbers, before: Numbers, size: int, positions: Mapping[int, int]) -> list[tuple[int, int]]:
    """Pairs that stand the wrong way round, found by another way than `waves` takes: by walking back from each.

    What is part of one cycle has no right order by these edges, and is not told.
    """
    parts = strong_parts(after, before, size)
    nexts: dict[int, list[int]] = defaultdict(list)
    for one, other in zip(after.tolist(), before.tolist(), strict=True):
        nexts[one].append(other)
    wrong: list[tuple[int, int]] = []
    latest: dict[int, tuple[int, int]] = {}
    for node in _bottom_up(nexts, positions):
        best = (0, -1)
        for other in nexts[node]:
            if parts[other] == parts[node]:
                continue
            position = positions.get(other)
            best = max(best, latest.get(other, (0, -1)), (position, other) if position else (0, -1))
        latest[node] = best
        if node in positions and best[0] > positions[node]:
            wrong.append((node, best[1]))
    return sorted(wrong)


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
