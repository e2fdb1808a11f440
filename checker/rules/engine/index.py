"""Which rows of a table hold some values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from checker.rules.engine.sorting import Ints, places_in_order, ranges, sort_with_places, starts_of_groups

if TYPE_CHECKING:
    from checker.rules.engine.table import Table

MOST_ROWS, MOST_VALUES = 20_000_000, 200_000_000
"""A join to more rows than this, or to rows that hold more, would take more memory than a task should."""
_MANY_PROBES = 1 << 14


class TooManyRows(Exception):
    """A join that would not end well: how many rows it has, and how many it may have."""


class Index:
    """Runs of rows, each sorted by key.

    New rows make a new run, together with runs before it that are not much larger: each row is sorted seldom.
    """

    def __init__(self, table: Table, positions: tuple[int, ...]) -> None:
        self._table = table
        self._packed = positions[: table.domain.width]
        self._rest = positions[table.domain.width :]
        self._done = 0
        self._runs: list[_Run] = []

    def catch_up(self) -> None:
        """Take in the rows that were added since."""
        first, last = self._done, self._table.count
        if first == last:
            return
        while self._runs and first - self._runs[-1].first < 2 * (last - first):
            first = self._runs.pop().first
        keys = self._table.domain.pack([self._table.column(position)[first:last] for position in self._packed])
        is_dense = len(self._packed) == 1 and 4 * (last - first) > self._table.domain.size
        self._runs.append(_DenseRun(keys, first, self._table.domain.size) if is_dense else _SparseRun(keys, first))
        self._done = last

    def lookup(self, columns: Sequence[Ints]) -> tuple[Ints, Ints]:
        """(number of the probe, row) for every row whose values are those of a probe."""
        probes = self._table.domain.pack(columns[: len(self._packed)])
        found = [(run, *run.groups(probes)) for run in self._runs]
        total = sum(int(counts.sum()) for _, _, counts in found)
        if total > MOST_ROWS:
            raise TooManyRows(total, MOST_ROWS)
        probe, row = _joined([_expanded(run.rows, starts, counts) for run, starts, counts in found])
        for position, column in zip(self._rest, columns[len(self._packed) :], strict=True):
            same = self._table.column(position)[row] == column[probe]
            probe, row = probe[same], row[same]
        return probe, row

    def contains(self, columns: Sequence[Ints]) -> NDArray[np.bool_]:
        """Whether there is a row with the values of each probe."""
        found = np.zeros(len(columns[0]), np.bool_)
        if self._rest:
            found[self.lookup(columns)[0]] = True
            return found
        probes = self._table.domain.pack(columns)
        for run in self._runs:
            found |= run.groups(probes)[1] > 0
        return found


class _SparseRun:
    """Keys in order, found by halving."""

    def __init__(self, keys: Ints, first: int) -> None:
        ordered, places = sort_with_places(keys)
        starts = starts_of_groups(ordered)
        self.first = first
        self.rows = places + first
        self._keys = ordered[starts]
        self._bounds = np.append(starts, len(ordered))

    def groups(self, probes: Ints) -> tuple[Ints, Ints]:
        """Where the rows with each key start, and how many they are."""
        at = np.minimum(_searched(self._keys, probes), len(self._keys) - 1)
        starts = self._bounds[at]
        return starts, np.where(self._keys[at] == probes, self._bounds[at + 1] - starts, 0)


class _DenseRun:
    """As many keys as there are values, or nearly: each has its place."""

    def __init__(self, keys: Ints, first: int, size: int) -> None:
        self.first = first
        self.rows = places_in_order(keys) + first
        self._bounds = np.zeros(size + 1, np.int64)
        np.cumsum(np.bincount(keys, minlength=size), out=self._bounds[1:])

    def groups(self, probes: Ints) -> tuple[Ints, Ints]:
        """Where the rows with each key start, and how many they are."""
        starts = self._bounds[probes]
        return starts, self._bounds[probes + 1] - starts


_Run = _SparseRun | _DenseRun


def _searched(keys: Ints, probes: Ints) -> Ints:
    """np.searchsorted; many probes in their order, for then each is near the last."""
    if len(probes) < _MANY_PROBES:
        return np.searchsorted(keys, probes)
    ordered, places = sort_with_places(probes)
    found = np.empty(len(probes), np.int64)
    found[places] = np.searchsorted(keys, ordered)
    return found


def _expanded(rows: Ints, starts: Ints, counts: Ints) -> tuple[Ints, Ints]:
    if len(counts) and int(counts.max()) > 1:
        return np.repeat(np.arange(len(counts)), counts), rows[ranges(starts, counts)]
    probe = np.flatnonzero(counts)
    return probe, rows[starts[probe]]


def _joined(found: list[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    if len(found) == 1:
        return found[0]
    if not found:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    return np.concatenate([probe for probe, _ in found]), np.concatenate([row for _, row in found])
