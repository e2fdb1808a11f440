"""A graph in layers: what leads to each other is one, and all ways go from a layer to a later one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import rustworkx as rx

from checker.rules.engine.sorting import Ints, ranges, sort_with_places, starts_of_groups


@dataclass(frozen=True, slots=True)
class Graph:
    """Edges by their source."""

    starts: Ints
    targets: Ints

    @classmethod
    def of(cls, nodes: int, sources: Ints, targets: Ints) -> Graph:
        starts = np.zeros(nodes + 1, np.int64)
        np.cumsum(np.bincount(sources, minlength=nodes), out=starts[1:])
        return cls(starts, targets[sort_with_places(sources)[1]])

    def counts(self, nodes: Ints) -> Ints:
        """How many edges leave each of these nodes."""
        return self.starts[nodes + 1] - self.starts[nodes]

    def after(self, nodes: Ints) -> Ints:
        """Where the edges of these nodes lead to, node by node."""
        return self.targets[ranges(self.starts[nodes], self.counts(nodes))]


@dataclass(frozen=True, slots=True)
class Layers:
    """The strongly connected components of a graph, numbered layer by layer."""

    component: Ints
    """Of each node."""
    graph: Graph
    """Over the components; every edge leads to a later layer."""
    bounds: Ints
    """Where each layer starts, and the end of the last."""


def layered(nodes: int, sources: Ints, targets: Ints) -> Layers:
    """The components of a graph in layers."""
    component = np.arange(nodes)
    for merge in (_merge_mutual, _merge_all):
        component, sources, targets = merge(component, sources, targets)
        count = int(component.max(initial=-1)) + 1
        layer = _layers(count, sources, targets)
        if (layer >= 0).all():
            break
    ordered, places = sort_with_places(layer)
    number = np.empty(count, np.int64)
    number[places] = np.arange(count)
    bounds = np.append(starts_of_groups(ordered), count)
    return Layers(number[component], Graph.of(count, number[sources], number[targets]), bounds)


def distinct(numbers: Ints) -> Ints:
    """Each number once, in order."""
    ordered = np.sort(numbers)
    return ordered[starts_of_groups(ordered)]


_Merged = tuple[Ints, Ints, Ints]
"""The component of each node; sources and targets of the edges between components, each once."""


def _merge_mutual(component: Ints, sources: Ints, targets: Ints) -> _Merged:
    """What leads to each other directly is one, over and over: most cycles are an object and its schema."""
    component, sources, targets = _contracted(component, component, sources, targets)
    while True:
        count = int(component.max(initial=-1)) + 1
        both_ways = np.sort(np.concatenate([sources * count + targets, targets * count + sources]))
        mutual = both_ways[:-1][both_ways[1:] == both_ways[:-1]]
        if not len(mutual):
            return component, sources, targets
        root = _roots_of_pairs(count, mutual // count, mutual % count)
        component, sources, targets = _contracted(component, root, sources, targets)


def _merge_all(component: Ints, sources: Ints, targets: Ints) -> _Merged:
    """What leads to each other by any way is one."""
    graph: rx.PyDiGraph[int | None, None] = rx.PyDiGraph()
    graph.add_nodes_from(range(int(component.max(initial=-1)) + 1))
    graph.extend_from_edge_list(list(zip(sources.tolist(), targets.tolist(), strict=True)))
    root = np.empty(len(graph), np.int64)
    for members in rx.strongly_connected_components(graph):
        root[members] = min(members)
    return _contracted(component, root, sources, targets)


def _contracted(component: Ints, root: Ints, sources: Ints, targets: Ints) -> _Merged:
    """With each component called like its root, and numbers without gaps."""
    number = np.cumsum(root == np.arange(len(root))) - 1
    count = int(number[-1]) + 1 if len(number) else 0
    sources, targets = number[root[sources]], number[root[targets]]
    between = sources != targets
    codes = distinct(sources[between] * count + targets[between])
    return number[root[component]], codes // max(count, 1), codes % max(count, 1)


def _roots_of_pairs(count: int, left: Ints, right: Ints) -> Ints:
    """The smallest node that each is joined with, directly or through others."""
    root = np.arange(count)
    while True:
        one, other = root[left], root[right]
        if (one == other).all():
            return root
        np.minimum.at(root, np.maximum(one, other), np.minimum(one, other))
        while (further := root[root] != root).any():
            root[further] = root[root[further]]


def _layers(count: int, sources: Ints, targets: Ints) -> Ints:
    """The layer of each node; -1 for what is in a cycle or after one."""
    graph = Graph.of(count, sources, targets)
    waiting = np.bincount(targets, minlength=count)
    layer = np.full(count, -1, np.int64)
    ready, number = np.flatnonzero(waiting == 0), 0
    while len(ready):
        layer[ready] = number
        number += 1
        reached = graph.after(ready)
        np.subtract.at(waiting, reached, 1)
        ready = distinct(reached[waiting[reached] == 0])
    return layer
