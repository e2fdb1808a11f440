"""Which rows a table holds already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from checker.rules.engine.sorting import Ints, sort_with_places, starts_of_groups

if TYPE_CHECKING:
    from checker.rules.engine.table import Domain

_BITMAP_CODES = 1 << 24


def known_rows(arity: int, domain: Domain) -> _Bitmap | _Runs | _WideRows:
    """A set of rows that is empty at first; `take_new` gives the places of new ones, and knows them from then on."""
    if arity > domain.width:
        return _WideRows()
    return _Bitmap(domain, arity) if domain.size**arity <= _BITMAP_CODES else _Runs(domain)


class _Bitmap:
    """All possible rows are few: each has a bit."""

    def __init__(self, domain: Domain, arity: int) -> None:
        self._domain = domain
        self._known = np.zeros(domain.size**arity, np.bool_)
        self._place = np.empty(domain.size**arity, np.int32)

    def take_new(self, columns: Sequence[Ints]) -> Ints:
        codes = self._domain.pack(columns)
        unseen = np.flatnonzero(~self._known[codes])
        codes = codes[unseen]
        self._known[codes] = True
        places = np.arange(len(codes))
        self._place[codes] = places  # of equal rows one is left
        fresh: Ints = unseen[self._place[codes] == places]
        return fresh


class _Runs:
    """Sorted runs of codes; a new one takes in those before it that are not much larger."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._runs: list[Ints] = []

    def take_new(self, columns: Sequence[Ints]) -> Ints:
        ordered, places = sort_with_places(self._domain.pack(columns))
        starts = starts_of_groups(ordered)
        codes, places = ordered[starts], places[starts]
        for run in self._runs:
            unseen = run[np.minimum(np.searchsorted(run, codes), len(run) - 1)] != codes
            codes, places = codes[unseen], places[unseen]
        if len(codes):
            self._remember(codes)
        is_new = np.zeros(len(ordered), np.bool_)
        is_new[places] = True
        return np.flatnonzero(is_new)

    def _remember(self, codes: Ints) -> None:
        merged = [codes]
        while self._runs and len(self._runs[-1]) < 2 * sum(map(len, merged)):
            merged.append(self._runs.pop())
        self._runs.append(codes if len(merged) == 1 else np.sort(np.concatenate(merged)))


class _WideRows:
    """Rows whose code would not fit into an integer."""

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
