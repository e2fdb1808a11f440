"""One shortest way from a seed to each node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from checker.rules.engine.layers import Graph, distinct
from checker.rules.engine.nodes import Nodes
from checker.rules.engine.sorting import Ints, sort_with_places


@dataclass(frozen=True, slots=True)
class Ways:
    """A tree whose roots are the seeds."""

    nodes: Ints
    """Those that a seed leads to, the nearest first."""
    before: Ints
    """Of each node the one before it: of the nearest the first by name; -1 for seeds and what no seed leads to."""
    depth: Ints
    """How many other names come before a node's."""


def shortest_ways(nodes: Nodes, sources: Ints, targets: Ints, seeds: Ints) -> Ways:
    """Go from all seeds at once, level by level."""
    graph = Graph.of(len(nodes.name), sources, targets)
    distance = np.full(len(nodes.name), -1, np.int64)
    levels = list(_levels(graph, distance, seeds))
    before = _before(nodes, sources, targets, distance)
    renamed = (nodes.name != nodes.name[before]).astype(np.int64)
    depth = np.zeros(len(nodes.name), np.int64)
    for level in levels[1:]:
        depth[level] = depth[before[level]] + renamed[level]
    return Ways(np.concatenate([seeds[:0], *levels]), before, depth)


def _levels(graph: Graph, distance: Ints, seeds: Ints) -> Iterator[Ints]:
    level, number = seeds, 0
    while len(level):
        distance[level] = number
        yield level
        number += 1
        reached = graph.after(level)
        level = distinct(reached[distance[reached] < 0])


def _before(nodes: Nodes, sources: Ints, targets: Ints, distance: Ints) -> Ints:
    far = distance[sources]
    nearest = np.flatnonzero((far >= 0) & (far + 1 == distance[targets]))
    sources, targets = sources[nearest], targets[nearest]
    by_name = sort_with_places(nodes.name)[1]
    rank = np.empty_like(by_name)
    rank[by_name] = np.arange(len(by_name))
    first = np.full(len(distance), len(distance), np.int64)
    np.minimum.at(first, targets, rank[sources])
    return np.append(by_name, -1)[first]
