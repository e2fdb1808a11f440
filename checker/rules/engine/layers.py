"""A graph in layers: what leads to each other is one, and all ways go from a layer to a later one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import rustworkx as rx

from checker.rules.engine.sorting import Ints, places_in_order, ranges, sort_with_places, starts_of_groups


@dataclass(frozen=True, slots=True)
class Graph:
    """Edges by their source."""

    starts: Ints
    targets: Ints

    @classmethod
    def of(cls, nodes: int, sources: Ints, targets: Ints) -> Graph:
        starts = np.zeros(nodes + 1, np.int64)
        np.cumsum(np.bincount(sources, minlength=nodes), out=starts[1:])
        return cls(starts, targets[places_in_order(sources)])

    @property
    def nodes(self) -> int:
        return len(self.starts) - 1

    def after(self, nodes: Ints) -> Ints:
        """Where the edges of these nodes lead to, node by node."""
        return self.targets[ranges(self.starts[nodes], self.starts[nodes + 1] - self.starts[nodes])]

    def edges(self, first: int, last: int) -> tuple[Ints, Ints]:
        """Sources and targets of the edges of some nodes that follow each other."""
        starts = self.starts[first : last + 1]
        return np.repeat(np.arange(first, last), np.diff(starts)), self.targets[starts[0] : starts[-1]]


@dataclass(frozen=True, slots=True)
class Layers:
    """The strongly connected components of a graph, numbered layer by layer."""

    component: Ints
    """Of each node."""
    before: Graph
    """From each component back to those that lead to it, which are all in earlier layers."""
    bounds: Ints
    """Where each layer starts, and the end of the last."""


def layered(graph: Graph) -> Layers:
    """The components of a graph in layers."""
    sources, targets = graph.edges(0, graph.nodes)
    component = np.arange(graph.nodes)
    for merge in (_merge_loops, _merge_mutual, _merge_all):
        component, sources, targets = merge(component, sources, targets)
        count = int(component.max(initial=-1)) + 1
        layer = _layers(count, sources, targets)
        if (layer >= 0).all():
            break
    ordered, places = sort_with_places(layer)
    number = np.empty(count, np.int64)
    number[places] = np.arange(count)
    bounds = np.append(starts_of_groups(ordered), count)
    return Layers(number[component], Graph.of(count, number[targets], number[sources]), bounds)


def each_once(numbers: Ints, scratch: Ints) -> Ints:
    """Each number once, in no certain order; `scratch` has a place for every number there can be, and is overwritten.

    >>> sorted(each_once(np.array([5, 2, 5, 1]), np.empty(6, np.int64)).tolist())
    [1, 2, 5]
    """
    places = np.arange(len(numbers))
    scratch[numbers] = places
    once: Ints = numbers[scratch[numbers] == places]
    return once


_Merged = tuple[Ints, Ints, Ints]
"""The component of each node; sources and targets of the edges between components."""


def _merge_loops(component: Ints, sources: Ints, targets: Ints) -> _Merged:
    """Nothing is one with another: where there is no cycle that is all there is to do."""
    between = sources != targets
    return component, sources[between], targets[between]


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
    codes = np.sort(sources[between] * count + targets[between])
    codes = codes[starts_of_groups(codes)]
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
    layer, scratch = np.full(count, -1, np.int64), np.empty(count, np.int64)
    ready, number = np.flatnonzero(waiting == 0), 0
    while len(ready):
        layer[ready] = number
        number += 1
        reached = graph.after(ready)
        np.subtract.at(waiting, reached, 1)
        ready = each_once(reached[waiting[reached] == 0], scratch)
    return layer
