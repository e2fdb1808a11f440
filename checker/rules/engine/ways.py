"""One shortest way from a seed to each node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from checker.rules.engine.layers import Graph, each_once
from checker.rules.engine.nodes import Nodes
from checker.rules.engine.sorting import Ints, places_in_order


@dataclass(frozen=True, slots=True)
class Ways:
    """A tree whose roots are the seeds."""

    nodes: Ints
    """Those that a seed leads to, each after the one before it."""
    before: Ints
    """Of each node the one before it: of the nearest the first by name; -1 for seeds and what no seed leads to."""
    depth: Ints
    """How many other names come before a node's."""


def shortest_ways(nodes: Nodes, graph: Graph, seeds: Ints) -> Ways:
    """Go from all seeds at once, name by name: a step to another tuple of the same name is none."""
    sources, targets = graph.edges(0, graph.nodes)
    is_same = nodes.name[sources] == nodes.name[targets]
    aside, further = (Graph.of(graph.nodes, sources[chosen], targets[chosen]) for chosen in (is_same, ~is_same))
    depth, step = np.full((2, graph.nodes), -1, np.int64)
    found = list(_levels(aside, further, seeds, depth, step))
    nearest = (step[sources] >= 0) & np.where(
        is_same, step[sources] + 1 == step[targets], depth[sources] + 1 == depth[targets]
    )
    return Ways(np.concatenate([seeds[:0], *found]), _first_by_name(nodes, sources, targets, nearest), depth.clip(0))


def _levels(aside: Graph, further: Graph, seeds: Ints, depth: Ints, step: Ints) -> Iterator[Ints]:
    """The nodes of each depth, in the order of their steps; both are written down for each."""
    scratch = np.empty_like(depth)

    def new(graph: Graph, nodes: Ints) -> Ints:
        reached = graph.after(nodes)
        return each_once(reached[depth[reached] < 0], scratch)

    level, number, steps = seeds, 0, 0
    while len(level):
        same = level
        while len(same):
            depth[same], step[same] = number, steps
            steps += 1
            yield same
            same = new(aside, same)
            level = np.concatenate([level, same]) if len(same) else level
        number += 1
        level = new(further, level)


def _first_by_name(nodes: Nodes, sources: Ints, targets: Ints, chosen: NDArray[np.bool_]) -> Ints:
    """Of each node the first source by name of the chosen edges to it."""
    by_name = places_in_order(nodes.name)
    rank = np.empty_like(by_name)
    rank[by_name] = np.arange(len(by_name))
    first = np.full(len(rank), len(rank), np.int64)
    np.minimum.at(first, targets[chosen], rank[sources[chosen]])
    return np.append(by_name, -1)[first]
