"""Roots are the first seeds that a search from each of them would tell."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.rules.engine.layers import Graph
from checker.rules.engine.roots import MOST_ROOTS, find_roots
from checker.rules.engine.sorting import Ints, sort_with_places

NODES = 400


def reached(sources: Ints, targets: Ints, start: int) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        after = {int(target) for target in targets[sources == todo.pop()]} - found
        found |= after
        todo += after
    return found


@settings(max_examples=20, deadline=None)
@given(
    random=st.integers(0, 1_000).map(np.random.default_rng),
    edges=st.integers(0, 2 * NODES),
    seeds=st.integers(0, 3 * MOST_ROOTS),
    back=st.sampled_from([0.0, 0.01, 0.5]),
)
def test_roots_are_the_first_seeds_that_lead_to_a_node(
    random: np.random.Generator, edges: int, seeds: int, back: float
) -> None:
    ends = np.sort(random.integers(0, NODES, (edges, 2)), axis=1)
    turned = random.random(edges) < back  # an edge back may close a cycle
    sources, targets = np.where(turned, ends[:, 1], ends[:, 0]), np.where(turned, ends[:, 0], ends[:, 1])
    chosen = random.permutation(NODES)[:seeds]
    expected: list[list[int]] = [[] for _ in range(NODES)]
    for number, seed in enumerate(chosen.tolist()):
        for node in reached(sources, targets, seed):
            expected[node].append(number)
    roots = find_roots(Graph.of(NODES, sources, targets), chosen)
    found, starts = (column.tolist() for column in roots.seeds(roots.component))
    told = [found[first:last][:MOST_ROOTS] for first, last in pairwise(starts)]
    assert told == [numbers[:MOST_ROOTS] for numbers in expected]
    kinds = roots.kinds()[roots.component].tolist()
    assert len({(kind, tuple(numbers)) for kind, numbers in zip(kinds, told, strict=True)}) == len(set(kinds))


@settings(deadline=None)
@given(
    random=st.integers(0, 1_000).map(np.random.default_rng),
    count=st.sampled_from([0, 1, 400, 2_000]),
    bits=st.integers(1, 62),
)
def test_keys_are_sorted_and_equal_ones_stay_in_their_order(random: np.random.Generator, count: int, bits: int) -> None:
    keys = random.integers(0, 1 << bits, count)
    ordered, places = sort_with_places(keys)
    assert places.tolist() == np.argsort(keys, kind="stable").tolist()
    assert ordered.tolist() == np.sort(keys).tolist()
