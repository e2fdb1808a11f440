"""Statements, found by the objects that they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow

ReadMore = Callable[[set[Key]], Iterable[StatementRow]]


def nothing_more(_: set[Key]) -> Iterable[StatementRow]:
    return ()


class Rows:
    """The statements of both sides by object. Where not all were read, the others are when they are asked for."""

    def __init__(self, known: Sequence[StatementRow], read_more: ReadMore = nothing_more) -> None:
        self.known = known
        """All statements on the objects that were looked at."""
        self._read_more = read_more
        self._by_key: dict[Key, list[StatementRow]] = defaultdict(list)
        for row in known:
            self._by_key[row.key].append(row)

    def of(self, keys: Iterable[Key]) -> dict[Key, list[StatementRow]]:
        """The statements on each of these objects; nothing for one without any."""
        wanted = set(keys)
        if missing := wanted - self._by_key.keys():
            self._by_key.update((key, []) for key in missing)
            for row in self._read_more(missing):
                self._by_key[row.key].append(row)
        return {key: rows for key in sorted(wanted) if (rows := self._by_key[key])}
