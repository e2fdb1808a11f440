"""A list of changes, with renames found and unreadable files taken into account."""

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


def settle_changes(
    changes: Iterable[Change], *, broken_in_base: frozenset[str], broken_in_head: frozenset[str]
) -> tuple[Change, ...]:
    """Changes as they are told: doubt widened, renames paired, in the order of their ids."""
    widened = [_widen(change, broken_in_base, broken_in_head) for change in changes]
    return tuple(sorted(_pair_renames(widened), key=lambda change: (change.id, change.key)))


def _widen(change: Change, broken_in_base: frozenset[str], broken_in_head: frozenset[str]) -> Change:
    """An object that only an unreadable file hides is in doubt, neither gone nor new."""
    if change.change == "removed" and change.path in broken_in_head:
        return replace(change, change="modified")
    if change.change == "added" and change.path in broken_in_base:
        return replace(change, change="modified")
    return change


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
