"""A relation as columns of integers: rows are distinct and only ever added, so a row's number is its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from checker.rules.engine.index import Index
from checker.rules.engine.known import known_rows
from checker.rules.engine.sorting import Ints

_MOST_CODE = 1 << 62


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
        self._known = known_rows(arity, domain)
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
        probe, rows = self.index(tuple(range(self.arity))).lookup(columns)
        found = np.empty(len(columns[0]), np.int64)
        found[probe] = rows
        return found
