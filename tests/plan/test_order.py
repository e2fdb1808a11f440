"""The order of a plan, and the check of it, against what the edges say by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from checker.cycles.neighbours import Numbers
from checker.plan.order import broken_edges, waves

_SIZE = 7
_edges = st.lists(
    st.tuples(st.integers(0, _SIZE - 1), st.integers(0, _SIZE - 1)).filter(lambda pair: pair[0] > pair[1])
)
_operated = st.lists(st.integers(0, _SIZE - 1), unique=True)


def columns(edges: Sequence[tuple[int, int]]) -> tuple[Numbers, Numbers]:
    after, before = (np.array([edge[at] for edge in edges], dtype=np.int64) for at in (0, 1))
    return after, before


def reached(edges: Sequence[tuple[int, int]], start: int, through: set[int]) -> set[int]:
    """What a node waits for, directly or by way of some others."""
    found: set[int] = set()
    waiting = [start]
    while waiting:
        node = waiting.pop()
        new = {before for after, before in edges if after == node} - found
        found |= new
        waiting += new & through
    return found


@given(edges=_edges, operated=_operated)
def test_waves_break_no_edge(edges: list[tuple[int, int]], operated: list[int]) -> None:
    after, before = columns(edges)
    order = waves(after, before, _SIZE, operated)
    assert order.keys() == set(operated)
    # In a graph that is much larger than what is operated on, only what lies between is looked at.
    assert waves(after, before, 10 * _SIZE, operated) == order
    assert broken_edges(after, before, _SIZE, order) == []
    assert all(
        order[node] > order[one] for node in operated for one in reached(edges, node, set(range(_SIZE))) & set(operated)
    )


@given(edges=_edges, operated=_operated)
def test_a_wrong_order_is_told_also_through_what_is_left_alone(
    edges: list[tuple[int, int]], operated: list[int]
) -> None:
    positions = {node: place for place, node in enumerate(operated, start=1)}
    others = set(range(_SIZE)) - set(operated)
    wrong = {
        node
        for node in operated
        for one in reached(edges, node, others)
        if one in positions and positions[one] > positions[node]
    }
    assert {node for node, _ in broken_edges(*columns(edges), _SIZE, positions)} == wrong


def test_the_members_of_a_cycle_have_no_wrong_order() -> None:
    assert broken_edges(*columns([(0, 1), (1, 0)]), 2, {0: 1, 1: 2}) == []
