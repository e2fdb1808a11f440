"""A list of changes, with renames found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from checker.snapshot.resolve import Key

ChangeType = Literal["added", "modified", "removed", "renamed", "metadata"]


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one object between base and head."""

    key: Key
    kind: str
    change: ChangeType
    path: str
    line: int
    base_hash: str | None
    head_hash: str | None
    was: Key | None = None

    @property
    def id(self) -> str:
        return self.key.name.id


def settle_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Changes as they are told: renames paired, in the order of their ids."""
    return tuple(sorted(_pair_renames(list(changes)), key=lambda change: (change.id, change.key)))


def _pair_renames(changes: list[Change]) -> list[Change]:
    """Renamed(new, old) :- Added(new, hash), Removed(old, hash): equal but for the name.

    Where several are equal they are paired in the order of their ids.
    """
    removed: dict[tuple[str, str | None], list[Change]] = defaultdict(list)
    for change in sorted(changes, key=lambda change: change.key, reverse=True):
        if change.change == "removed":
            removed[change.kind, change.base_hash].append(change)
    paired: list[Change] = []
    gone: set[Key] = set()
    for change in sorted(changes, key=lambda change: change.key):
        candidates = removed.get((change.kind, change.head_hash), [])
        if change.change == "added" and candidates:
            old = candidates.pop()
            gone.add(old.key)
            paired.append(replace(change, change="renamed", was=old.key, base_hash=old.base_hash))
        else:
            paired.append(change)
    return [change for change in paired if change.change != "removed" or change.key not in gone]
