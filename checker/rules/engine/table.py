"""A relation as columns of integers: rows are distinct and only ever added, so a row's number is its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
MOST_ROWS = 20_000_000
"""A join to more rows than this would take more memory than a task should."""


class TooManyRows(Exception):
    """A join that would not end well."""


_MOST_CODE = 1 << 62
_BITMAP_CODES = 1 << 26


class Domain:
    """How many values there are, and so how many columns fit into one integer."""

    def __init__(self, size: int) -> None:
        self.size = max(size, 1)
        self.width = 1
        while self.size ** (self.width + 1) < _MOST_CODE and self.width < 64:
            self.width += 1

    def pack(self, columns: Sequence[Ints]) -> Ints:
        """One integer per row; equal just where all columns are equal."""
        code = columns[0]
        for column in columns[1:]:
            code = code * self.size + column
        return code


class Table:
    """Distinct rows, in the order in which they were found."""

    def __init__(self, arity: int, domain: Domain) -> None:
        self.arity = arity
        self.domain = domain
        self.count = 0
        self.ends: list[int] = []
        """How many rows there were after each round."""
        self._columns: list[Ints] = [np.empty(0, np.int64) for _ in range(arity)]
        self._known = _known_rows(arity, domain)
        self._indexes: dict[tuple[int, ...], Index] = {}

    def column(self, position: int) -> Ints:
        return self._columns[position][: self.count]

    def add(self, columns: Sequence[Ints]) -> None:
        """Add the rows that are not yet here, each once, in the order given."""
        fresh = self._known.take_new(columns)
        if not len(fresh):
            return
        end = self.count + len(fresh)
        for position, column in enumerate(columns):
            held = self._columns[position]
            if end > len(held):
                held = np.concatenate([held[: self.count], np.empty(max(end, 2 * self.count) - self.count, np.int64)])
                self._columns[position] = held
            held[self.count : end] = column[fresh]
        self.count = end

    def end_round(self) -> None:
        self.ends.append(self.count)

    def index(self, positions: tuple[int, ...]) -> Index:
        """Rows by the values at some positions, up to date."""
        index = self._indexes.get(positions)
        if index is None:
            index = self._indexes[positions] = Index(self, positions)
        index.catch_up()
        return index

    def rows_of(self, columns: Sequence[Ints]) -> Ints:
        """The numbers of rows that are known to be here."""
        if not self.arity:
            return np.zeros(len(columns[0]) if columns else 0, np.int64)
        probe, rows = self.index(tuple(range(self.arity))).lookup(columns)
        found = np.empty(len(columns[0]), np.int64)
        found[probe] = rows
        return found


class Index:
    """Sorted runs of (key, row). New rows make a new run; runs of like size are merged, so each row moves seldom."""

    def __init__(self, table: Table, positions: tuple[int, ...]) -> None:
        self._table = table
        self._packed = positions[: table.domain.width]
        self._rest = positions[table.domain.width :]
        self._done = 0
        self._runs: list[tuple[Ints, Ints]] = []

    def catch_up(self) -> None:
        """Take in the rows that were added since."""
        if self._done == self._table.count:
            return
        rows = np.arange(self._done, self._table.count)
        keys = self._table.domain.pack([self._table.column(position)[self._done :] for position in self._packed])
        self._runs.append(_sorted_run(keys, rows))
        self._done = self._table.count
        while len(self._runs) > 1 and len(self._runs[-2][0]) < 2 * len(self._runs[-1][0]):
            (keys, rows), (more_keys, more_rows) = self._runs[-2:]
            self._runs[-2:] = [_sorted_run(np.concatenate([keys, more_keys]), np.concatenate([rows, more_rows]))]

    def lookup(self, columns: Sequence[Ints]) -> tuple[Ints, Ints]:
        """(number of the probe, row) for every row whose values are those of a probe."""
        probes = self._table.domain.pack(columns[: len(self._packed)])
        found = [_matches(keys, rows, probes) for keys, rows in self._runs]
        probe, row = found[0] if len(found) == 1 else _joined(found)
        for position, column in zip(self._rest, columns[len(self._packed) :], strict=True):
            same = self._table.column(position)[row] == column[probe]
            probe, row = probe[same], row[same]
        return probe, row


def _sorted_run(keys: Ints, rows: Ints) -> tuple[Ints, Ints]:
    order = np.argsort(keys, kind="stable")
    return keys[order], rows[order]


def _joined(found: list[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    if not found:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    return np.concatenate([probe for probe, _ in found]), np.concatenate([row for _, row in found])


def _matches(keys: Ints, rows: Ints, probes: Ints) -> tuple[Ints, Ints]:
    starts = np.searchsorted(keys, probes)
    counts = np.searchsorted(keys, probes, "right") - starts
    total = int(counts.sum())
    if total > MOST_ROWS:
        raise TooManyRows(total)
    probe = np.repeat(np.arange(len(probes)), counts)
    offsets = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
    return probe, rows[np.repeat(starts, counts) + offsets]


# Which rows are known ------------------------------------------------------------------------------


class _Bitmap:
    """Known rows as bits, where all possible rows are few."""

    def __init__(self, domain: Domain, arity: int) -> None:
        self._domain = domain
        self._bits = np.zeros(domain.size**arity, np.bool_)

    def take_new(self, columns: Sequence[Ints]) -> Ints:
        codes = self._domain.pack(columns)
        unseen = np.flatnonzero(~self._bits[codes])
        if not len(unseen):
            return unseen
        fresh = unseen[_first_of_each(codes[unseen])]
        self._bits[codes[fresh]] = True
        return fresh


class _Runs:
    """Known rows as sorted runs of codes, merged as in an index."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._runs: list[Ints] = []

    def take_new(self, columns: Sequence[Ints]) -> Ints:
        codes = self._domain.pack(columns)
        unseen = np.ones(len(codes), np.bool_)
        for run in self._runs:
            at = np.minimum(np.searchsorted(run, codes), len(run) - 1)
            unseen &= run[at] != codes
        rows = np.flatnonzero(unseen)
        if not len(rows):
            return rows
        fresh = rows[_first_of_each(codes[rows])]
        self._runs.append(np.sort(codes[fresh]))
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            self._runs[-2:] = [np.sort(np.concatenate(self._runs[-2:]))]
        return fresh


class _WideRows:
    """Known rows whose code would not fit into an integer."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def take_new(self, columns: Sequence[Ints]) -> Ints:
        fresh = []
        for number, row in enumerate(np.stack(columns, axis=1)):
            key = row.tobytes()
            if key not in self._known:
                self._known.add(key)
                fresh.append(number)
        return np.array(fresh, np.int64)


def _known_rows(arity: int, domain: Domain) -> _Bitmap | _Runs | _WideRows:
    if arity > domain.width:
        return _WideRows()
    return _Bitmap(domain, arity) if domain.size**arity <= _BITMAP_CODES else _Runs(domain)


def _first_of_each(codes: Ints) -> Ints:
    """The first place of every distinct code, in order."""
    if len(codes) < 2:
        return np.arange(len(codes))
    _, first = np.unique(codes, return_index=True)
    return np.sort(first)
