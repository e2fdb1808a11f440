"""The seeds that lead to each node: the first by name, as many as are told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from checker.rules.engine.layers import Graph, Layers, layered
from checker.rules.engine.sorting import Ints, places_in_order, ranges, sort_with_places, starts_of_groups

MOST_ROOTS = 100
Words = NDArray[np.uint64]
_WORD = 64
"""Seeds that one number holds, each as a bit."""
_TOGETHER = 4096
"""So many components are followed at a time: what is sorted then stays near the processor."""


@dataclass(frozen=True, slots=True)
class Roots:
    """Which seeds lead to which component, in lines of 64 seeds; only the first of them that are enough to tell."""

    component: Ints
    """Of each node."""
    starts: Ints
    """Where the lines of each component start, and the end of the last."""
    word: NDArray[np.int32]
    """Which seeds a line is about: those from 64 times this number on. In order within a component."""
    bits: Words
    """Which of them lead to the component; never none."""

    def kinds(self) -> Ints:
        """Numbers without gaps that are equal where components have the same lines."""
        known: dict[bytes, int] = {}
        words, bits = self.word.tobytes(), self.bits.tobytes()
        keys = (words[4 * a : 4 * b] + bits[8 * a : 8 * b] for a, b in pairwise(self.starts.tolist()))
        return np.array([known.setdefault(key, len(known)) for key in keys], np.int64)

    def seeds(self, components: Ints) -> tuple[Ints, Ints]:
        """The seeds of components by their number, and where those of each start, and the end of the last.

        The last line of a component may tell of more than are to be told.
        """
        sizes = self.starts[components + 1] - self.starts[components]
        lines = ranges(self.starts[components], sizes)
        left, numbers = self.bits[lines], self.word[lines].astype(np.int64) * _WORD
        ends = np.append(0, np.cumsum(np.bitwise_count(left), dtype=np.int64))
        found, places = np.empty(int(ends[-1]), np.int64), ends[:-1]
        while len(left):
            others = left & (left - np.uint64(1))
            found[places] = numbers + np.bitwise_count((left ^ others) - np.uint64(1))
            more = np.flatnonzero(others)
            places, numbers, left = places[more] + 1, numbers[more], others[more]
        return found, ends[np.append(0, np.cumsum(sizes))]


def find_roots(graph: Graph, seeds: Ints) -> Roots:
    """Follow all seeds, which are given in the order of their names."""
    layers = layered(graph)
    lines = _Lines(layers, seeds)
    for first, last in _pieces(layers.bounds):
        lines.follow(first, last)
    return Roots(layers.component, *lines.found())


def _pieces(bounds: Ints) -> Iterator[tuple[int, int]]:
    """The layers, large ones in parts: (first, end)."""
    for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        for first in range(start, end, _TOGETHER):
            yield first, min(first + _TOGETHER, end)


class _Lines:
    """Lines of all components so far. What has enough seeds takes no more, and so neither does what comes after it."""

    def __init__(self, layers: Layers, seeds: Ints) -> None:
        self._before = layers.before
        self._words = len(seeds) // _WORD + 1
        self._seed_component, self._seed = sort_with_places(layers.component[seeds])
        self._starts = np.zeros(int(layers.bounds[-1]) + 1, np.int64)
        self._count = 0
        self._word = np.empty(len(seeds), np.int32)
        self._bits = np.empty(len(seeds), np.uint64)

    def found(self) -> tuple[Ints, NDArray[np.int32], Words]:
        """Where the lines of each component start, and all lines."""
        return self._starts, self._word[: self._count], self._bits[: self._count]

    def follow(self, first: int, last: int) -> None:
        """The lines of some components of a layer: those of all before them, and their own seeds."""
        keys, bits = self._gathered(first, last)
        places = places_in_order(keys)
        keys, bits = keys[places], bits[places]
        groups = starts_of_groups(keys)
        if len(groups) < len(keys):
            keys, bits = keys[groups], np.bitwise_or.reduceat(bits, groups)
        owner, word = np.divmod(keys, self._words)
        kept = _enough(owner, bits)
        self._append(word[kept], bits[kept])
        sizes = np.bincount(owner[kept], minlength=last - first)
        self._starts[first + 1 : last + 1] = self._starts[first] + np.cumsum(sizes)

    def _gathered(self, first: int, last: int) -> tuple[Ints, Words]:
        """(component and word in one number, bits), in no order."""
        owner, causes = self._before.edges(first, last)
        sizes = self._starts[causes + 1] - self._starts[causes]
        at = ranges(self._starts[causes], sizes)
        keys = np.repeat((owner - first) * self._words, sizes) + self._word[at]
        own = slice(*np.searchsorted(self._seed_component, (first, last)))
        seeds = self._seed[own]
        own_keys = (self._seed_component[own] - first) * self._words + seeds // _WORD
        own_bits = np.uint64(1) << (seeds % _WORD).astype(np.uint64)
        return np.concatenate([keys, own_keys]), np.concatenate([self._bits[at], own_bits])

    def _append(self, word: Ints, bits: Words) -> None:
        end = self._count + len(word)
        if end > len(self._word):
            more = max(end, 2 * self._count) - self._count
            self._word = np.concatenate([self._word[: self._count], np.empty(more, np.int32)])
            self._bits = np.concatenate([self._bits[: self._count], np.empty(more, np.uint64)])
        self._word[self._count : end] = word
        self._bits[self._count : end] = bits
        self._count = end


def _enough(owner: Ints, bits: Words) -> NDArray[np.bool_]:
    """Which lines are told: none that has as many seeds before it as are told of a component."""
    counts = np.bitwise_count(bits).astype(np.int64)
    before = np.cumsum(counts) - counts
    starts = starts_of_groups(owner)
    return before - np.repeat(before[starts], np.diff(starts, append=len(owner))) < MOST_ROOTS
