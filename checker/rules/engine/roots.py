"""The seeds that lead to each node: the first by name, as many as are told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from checker.rules.engine.layers import Layers, layered
from checker.rules.engine.sorting import Ints, sort_with_places, starts_of_groups

MOST_ROOTS = 100
Words = NDArray[np.uint64]
WORDS = 4
BLOCK = 64 * WORDS
"""Seeds that are followed together, each as a bit."""


@dataclass(frozen=True, slots=True)
class Roots:
    """Which seeds lead to which component, in blocks of seeds; only the first of them that are enough to tell."""

    component: Ints
    """Of each node."""
    owner: Ints
    """The component that each line is about; lines of one stand together."""
    block: Ints
    bits: Words
    """(lines, words): the seeds of a block that lead to a component."""

    def seeds(self, first: int, last: int) -> list[int]:
        """The seeds that some lines tell, by their number."""
        flags = np.unpackbits(self.bits[first:last].view(np.uint8), axis=1, bitorder="little")
        lines, places = np.nonzero(flags)
        return list((self.block[first:last][lines] * BLOCK + places)[:MOST_ROOTS].tolist())


def find_roots(nodes: int, sources: Ints, targets: Ints, seeds: Ints) -> Roots:
    """Follow all seeds, which are given in the order of their names."""
    layers = layered(nodes, sources, targets)
    starts = layers.component[seeds]
    follower = _Follower(layers)
    found = [follower.follow(starts[first : first + BLOCK]) for first in range(0, len(starts), BLOCK)]
    owners = np.concatenate([starts[:0], *(owner for owner, _ in found)])
    blocks = np.repeat(np.arange(len(found)), [len(owner) for owner, _ in found])
    bits = np.concatenate([np.empty((0, WORDS), np.uint64), *(bits for _, bits in found)])
    owners, order = sort_with_places(owners)
    return Roots(layers.component, owners, blocks[order], bits[order])


class _Follower:
    """Bits that flow through the layers. What has enough seeds takes no more, and neither does what comes after it."""

    def __init__(self, layers: Layers) -> None:
        self._layers = layers
        count = int(layers.bounds[-1])
        self._bits = np.zeros((count, WORDS), np.uint64)
        self._touched = np.zeros(count, np.bool_)
        self._told = np.zeros(count, np.int64)

    def follow(self, starts: Ints) -> tuple[Ints, Words]:
        """The components that a block of seeds leads to, and by which of them."""
        taken = np.flatnonzero(self._told[starts] < MOST_ROOTS)
        word, bit = np.divmod(taken, 64)
        np.bitwise_or.at(self._bits, (starts[taken], word), np.uint64(1) << bit.astype(np.uint64))
        self._touched[starts[taken]] = True
        bounds, at = self._layers.bounds, 0
        while at < len(self._touched) and self._touched[at := at + int(self._touched[at:].argmax())]:
            end = int(bounds[np.searchsorted(bounds, at, "right")])
            self._push(at + np.flatnonzero(self._touched[at:end]))
            at = end
        owners = np.flatnonzero(self._touched)
        found = self._bits[owners]
        self._told[owners] += np.bitwise_count(found).sum(axis=1, dtype=np.int64)
        self._bits[owners] = 0
        self._touched[owners] = False
        return owners, found

    def _push(self, sources: Ints) -> None:
        graph = self._layers.graph
        reached = graph.after(sources)
        repeated = np.repeat(sources, graph.counts(sources))
        open_ = self._told[reached] < MOST_ROOTS
        ordered, places = sort_with_places(reached[open_])
        groups = starts_of_groups(ordered)
        if len(groups):
            self._bits[ordered[groups]] |= np.bitwise_or.reduceat(self._bits[repeated[open_][places]], groups, axis=0)
            self._touched[ordered[groups]] = True
