"""Fold the statements on one object, in file order, into what the object is at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from checker.snapshot import rows as r
from checker.snapshot.order import file_order
from checker.sql.canonical import digest
from checker.sql.statement import METADATA_ACTIONS, Action

_NAME_CHANGES = frozenset({Action.RENAME, Action.EXCHANGE})  # followed before folding

Row = Mapping[str, Any]
"""One row of STATEMENT_SCHEMA, as a mapping."""


@dataclass(frozen=True, slots=True)
class ObjectState:
    """An object as all its statements together leave it."""

    kind: str
    path: str
    line: int
    defined: bool
    """False where nothing creates it: only grants, comments, indexes or ALTERs name it."""
    structure: str
    metadata: str
    cluster: str
    index_clusters: tuple[tuple[str, str], ...]
    """(index, cluster) of each index that names a cluster."""
    links: tuple[Row, ...]
    options: tuple[tuple[str, str], ...]
    duplicate: Row | None = None
    """The first statement that defines it again, and `duplicate_of` the one that did before."""
    duplicate_of: Row | None = None


@dataclass(slots=True)
class _Fold:
    main: Row | None = None
    created: dict[str, str] = field(default_factory=dict)
    """Per overload of a function, or variant of a file: the hash of what made it."""
    altered: list[str] = field(default_factory=list)
    """The hashes of ALTERs. They count wherever they stand: migrations may lie in a folder before the tables."""
    indexes: dict[str, list[str]] = field(default_factory=dict)
    index_clusters: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, list[str]] = field(default_factory=dict)
    """Per file, for within one the order counts: a REVOKE after a GRANT is not one before it."""
    links: list[Row] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    last: Row | None = None
    duplicate: Row | None = None
    duplicate_of: Row | None = None

    def apply(self, row: Row) -> None:
        action = row[r.ACTION]
        if action in METADATA_ACTIONS or action == Action.OPTION:
            self.metadata.setdefault(row[r.PATH], []).append(row[r.HASH])
            self.options.update((key, value) for key, value in row[r.OPTIONS] if key == "api")
        elif row[r.KIND] == "index":
            self._index(row, action)
        elif action == Action.CREATE:
            self._create(row)
        elif action == Action.ALTER:
            self._alter(row)
        self.last = row

    def _create(self, row: Row) -> None:
        form = f"{row[r.LABEL]}#{row[r.VARIANT]}" if row[r.SPACE] != "relation" or row[r.VARIANT] else ""
        known = self.created.get(form)
        if known is not None:
            if not row[r.REPLACES] and not (row[r.IF_NOT_EXISTS] and known == row[r.HASH]):
                self._note_duplicate(row)
            if row[r.IF_NOT_EXISTS]:
                return  # the first one stands
            self.altered, self.options, self.links = [], {}, []
        self.created[form] = row[r.HASH]
        if self.main is None or not row[r.VARIANT]:
            self.main = row
        self.options = dict(row[r.OPTIONS]) | self.options
        self.links = [*(link for link in row[r.LINKS] if link not in self.links), *self.links]

    def _note_duplicate(self, row: Row) -> None:
        if self.duplicate is None:
            self.duplicate, self.duplicate_of = row, self.main

    def _alter(self, row: Row) -> None:
        options = dict(row[r.OPTIONS])
        if "query" in options:
            self.links = [link for link in self.links if link["role"] != "read"]
        self.links += [link for link in row[r.LINKS] if link not in self.links]
        self.options.update(options)
        if row[r.KIND] != "stream table":
            self.altered.append(row[r.HASH])

    def _index(self, row: Row, action: str) -> None:
        label = row[r.LABEL] or row[r.HASH]
        if action == Action.DROP:
            self.indexes.pop(label, None)
            self.index_clusters.pop(label, None)
        elif action == Action.INDEX:
            self.indexes[label] = [row[r.HASH]]
            if row[r.CLUSTER]:
                self.index_clusters[label] = row[r.CLUSTER]
        else:
            self.indexes.setdefault(label, []).append(row[r.HASH])

    def state(self) -> ObjectState | None:
        place = self.main or self.last
        if place is None:
            return None
        return ObjectState(
            kind=place[r.KIND] if self.main else place[r.TARGET_KIND],
            path=place[r.PATH],
            line=place[r.LINE],
            defined=self.main is not None,
            structure=self._structure(),
            metadata=_hash_all(sorted(_hash_all(hashes) for hashes in self.metadata.values())),
            cluster=self.main[r.CLUSTER] if self.main else "",
            index_clusters=tuple(sorted(self.index_clusters.items())),
            links=tuple(self.links),
            options=tuple(sorted(self.options.items())),
            duplicate=self.duplicate,
            duplicate_of=self.duplicate_of,
        )

    def _structure(self) -> str:
        indexes = sorted(_hash_all(hashes) for hashes in self.indexes.values())
        if self.main is not None and self.main[r.KIND] == "stream table":
            # Parameters count, not how they were passed, nor whether a later call changed them.
            form = f"{self.main[r.REPLACES]} {self.main[r.IF_NOT_EXISTS]}"
            parameters = [text for item in sorted(self.options.items()) for text in item]
            return _hash_all(["stream table", form, *parameters, *indexes])
        created = [text for item in sorted(self.created.items()) for text in item]
        parts = (created, self.altered, indexes)
        return _hash_all([_hash_all(part) for part in parts]) if any(parts) else ""


def _hash_all(texts: Sequence[str]) -> str:
    return digest(*texts).hex() if texts else ""


def fold(rows: Iterable[Row]) -> ObjectState | None:
    """What is left of an object after all its statements; nothing where the last one drops it."""
    folded = _Fold()
    for row in sorted(rows, key=lambda row: (file_order(row[r.PATH]), row[r.ORDINAL])):
        if row[r.ACTION] == Action.DROP and row[r.KIND] != "index":
            folded = _Fold()
        elif row[r.ACTION] not in _NAME_CHANGES:
            folded.apply(row)
    return folded.state()
