"""Who is next to whom in a graph of numbers, found without a search."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


class Neighbours:
    """For each of `size` nodes the others at the far ends of its edges."""

    def __init__(self, here: Numbers, there: Numbers, size: int) -> None:
        order = np.argsort(here, kind="stable")
        self._others: list[int] = there[order].tolist()
        self._starts: list[int] = np.searchsorted(here[order], np.arange(size + 1)).tolist()

    def of(self, number: int) -> list[int]:
        """Each once, smallest first.

        >>> Neighbours(np.array([1, 0, 1, 1]), np.array([2, 2, 0, 2]), 3).of(1)
        [0, 2]
        """
        found = self._others[self._starts[number] : self._starts[number + 1]]
        return sorted(set(found)) if len(found) > 1 else found
