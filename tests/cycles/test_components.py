"""Components, the way round and strata, on graphs of numbers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.cycles.components import Flow, cyclic_components, strata, strong_parts, way_round

Pairs = list[tuple[int, int]]
_SIZE = 8
edges = st.lists(st.tuples(st.integers(0, _SIZE - 1), st.integers(0, _SIZE - 1)), max_size=20)


def flow_of(pairs: Pairs) -> Flow:
    readers, reads = (np.array([pair[end] for pair in pairs], dtype=np.int64) for end in (0, 1))
    return Flow(readers, reads, np.arange(len(pairs)))


def reaches(pairs: Pairs) -> set[tuple[int, int]]:
    """All (a, b) with a way of at least one edge from a to b, by squaring until nothing is new."""
    known = set(pairs)
    while more := {(a, d) for a, b in known for c, d in known if b == c} - known:
        known |= more
    return known


@given(edges)
def test_members_are_those_that_reach_each_other_and_nothing_downstream(pairs: Pairs) -> None:
    known = reaches(pairs)
    expected = {
        frozenset(b for b in range(_SIZE) if {(a, b), (b, a)} <= known) for a in range(_SIZE) if (a, a) in known
    }
    assert {frozenset(one.members) for one in cyclic_components(flow_of(pairs), _SIZE)} == expected


@given(edges)
def test_what_is_read_has_a_smaller_component_number(pairs: Pairs) -> None:
    flow = flow_of(pairs)
    parts = strong_parts(flow.readers, flow.reads, _SIZE)
    assert all(parts[read] <= parts[reader] for reader, read in pairs)


@given(edges)
def test_the_way_round_is_real_and_starts_and_ends_at_the_smallest_member(pairs: Pairs) -> None:
    flow = flow_of(pairs)
    for component in cyclic_components(flow, _SIZE):
        way = way_round(component, flow)
        assert way[0] == way[-1] == component.members[0]
        assert len(way) > 1
        assert set(pairwise(way)) <= set(pairs)
        assert len(set(way[:-1])) == len(way) - 1


@given(edges, st.randoms(use_true_random=False))
def test_neither_components_nor_ways_depend_on_the_order_of_edges(pairs: Pairs, random: object) -> None:
    shuffled = list(pairs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    told = [
        [(one.members, way_round(one, flow)) for one in cyclic_components(flow, _SIZE)]
        for flow in map(flow_of, (pairs, shuffled))
    ]
    assert told[0] == told[1]


@given(edges, st.lists(st.booleans(), min_size=20, max_size=20))
def test_strata_rise_at_negative_edges_and_never_fall(pairs: Pairs, signs: list[bool]) -> None:
    flow = flow_of(pairs)
    negative = np.array(signs[: len(pairs)], dtype=bool)
    levels = strata(flow, _SIZE, negative)
    parts = strong_parts(flow.readers, flow.reads, _SIZE)
    for (reader, read), is_negative in zip(pairs, negative.tolist(), strict=True):
        apart = parts[reader] != parts[read]
        assert levels[reader] >= levels[read] + (is_negative and apart)
    for node, level in enumerate(levels):
        assert level <= sum(negative), node


@pytest.mark.parametrize(
    ("pairs", "members"),
    [
        ([(0, 1), (1, 2)], []),
        ([(0, 1), (1, 0)], [(0, 1)]),
        ([(0, 1), (1, 0), (2, 1), (2, 3), (3, 4), (4, 3)], [(0, 1), (3, 4)]),
        ([(0, 0)], [(0,)]),
    ],
    ids=["no cycle", "two read each other", "two cycles and one between", "self-loop"],
)
def test_the_cases_of_part_one(pairs: Pairs, members: list[tuple[int, ...]]) -> None:
    assert [one.members for one in cyclic_components(flow_of(pairs), 5)] == members
