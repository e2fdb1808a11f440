"""One shortest way from a seed to each node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from checker.rules.engine.layers import Graph, each_once
from checker.rules.engine.nodes import Nodes
from checker.rules.engine.sorting import Ints, places_in_order


@dataclass(frozen=True, slots=True)
class Ways:
    """A tree whose roots are the seeds."""

    nodes: Ints
    """Those that a seed leads to, the nearest first."""
    before: Ints
    """Of each node the one before it: of the nearest the first by name; -1 for seeds and what no seed leads to."""
    depth: Ints
    """How many other names come before a node's."""


def shortest_ways(nodes: Nodes, graph: Graph, seeds: Ints) -> Ways:
    """Go from all seeds at once, level by level."""
    distance = np.full(len(nodes.name), -1, np.int64)
    levels = list(_levels(graph, distance, seeds))
    before = _before(nodes, graph, distance)
    renamed = (nodes.name != nodes.name[before]).astype(np.int64)
    depth = np.zeros(len(nodes.name), np.int64)
    for level in levels[1:]:
        depth[level] = depth[before[level]] + renamed[level]
    return Ways(np.concatenate([seeds[:0], *levels]), before, depth)


def _levels(graph: Graph, distance: Ints, seeds: Ints) -> Iterator[Ints]:
    level, number = seeds, 0
    scratch = np.empty_like(distance)
    while len(level):
        distance[level] = number
        yield level
        number += 1
        reached = graph.after(level)
        level = each_once(reached[distance[reached] < 0], scratch)


def _before(nodes: Nodes, graph: Graph, distance: Ints) -> Ints:
    sources, targets = graph.edges(0, graph.nodes)
    far = distance[sources]
    nearest = np.flatnonzero((far >= 0) & (far + 1 == distance[targets]))
    sources, targets = sources[nearest], targets[nearest]
    by_name = places_in_order(nodes.name)
    rank = np.empty_like(by_name)
    rank[by_name] = np.arange(len(by_name))
    first = np.full(len(distance), len(distance), np.int64)
    np.minimum.at(first, targets, rank[sources])
    return np.append(by_name, -1)[first]
