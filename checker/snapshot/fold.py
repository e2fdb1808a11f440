"""Fold the statements on one object, in file order, into what the object is at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from checker.snapshot import rows as r
from checker.snapshot.order import file_order
from checker.sql.canonical import digest
from checker.sql.statement import METADATA_ACTIONS, PARTITION, Action

_NAME_CHANGES = frozenset({Action.RENAME, Action.EXCHANGE})  # followed before folding
STREAM_TABLE = "stream table"

PLAIN_ACTION = Action.CREATE
"""What a statement does that says in full what its object is."""

Row = Mapping[str, Any]
"""One row of STATEMENT_SCHEMA, as a mapping."""
LinkKey = tuple[Any, ...]
"""Role and name of a link, wherever it is written."""


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
    strict: Row | None = None
    """The first operator of its queries that is not monotone."""
    volatile: tuple[str, ...] = ()
    duplicate: Row | None = None
    """The first statement that defines it again, and `duplicate_of` the one that did before."""
    duplicate_of: Row | None = None


@dataclass(slots=True)
class _Changes:
    """What later statements did: the ALTERs themselves, what they read, options and cluster they set."""

    rows: list[Row] = field(default_factory=list)
    links: list[Row] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    cluster: str = ""
    new_query: bool = False
    parents_left: set[LinkKey] = field(default_factory=set)
    """What the object was a partition of, and is no more."""
    strict: Row | None = None
    volatile: set[str] = field(default_factory=set)

    def add(self, row: Row) -> None:
        options = dict(row[r.OPTIONS])
        if "query" in options:
            self.new_query, self.links, self.strict, self.volatile = True, [], None, set()
        self.strict = self.strict or row[r.STRICT]
        self.volatile.update(row[r.VOLATILE])
        named = set(map(_link_key, row[r.LINKS]))
        if options.get(PARTITION) == "detach":
            self.parents_left |= named
            self.links = [link for link in self.links if _link_key(link) not in named]
        else:
            self.parents_left -= named
            self.links += [link for link in row[r.LINKS] if link not in self.links]
        self.options.update(options)
        self.cluster = row[r.CLUSTER] or self.cluster
        self.rows.append(row)

    @property
    def hashes(self) -> list[str]:
        """A stream table's parameters count instead of the calls that set them."""
        return [row[r.HASH] for row in self.rows if row[r.KIND] != STREAM_TABLE]


@dataclass(slots=True)
class _Fold:
    created: dict[str, Row] = field(default_factory=dict)
    """What made the object, per overload of a function or variant of a file."""
    altered: _Changes = field(default_factory=_Changes)
    """ALTERs count wherever they stand: migrations may lie in a folder before the tables."""
    indexes: dict[str, list[Row]] = field(default_factory=dict)
    index_clusters: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, list[Row]] = field(default_factory=dict)
    """Per file, for within one the order counts: a REVOKE after a GRANT is not one before it."""
    api: dict[str, str] = field(default_factory=dict)
    last: Row | None = None
    duplicate: Row | None = None
    duplicate_of: Row | None = None

    def apply(self, row: Row) -> None:
        action = row[r.ACTION]
        if action in METADATA_ACTIONS or action == Action.OPTION:
            self.metadata.setdefault(row[r.PATH], []).append(row)
            self.api.update((key, value) for key, value in row[r.OPTIONS] if key == "api")
        elif row[r.KIND] == "index":
            self._index(row, action)
        elif action == Action.CREATE:
            self._create(row)
        elif action == Action.ALTER:
            self.altered.add(row)
        self.last = row

    def drop(self, row: Row) -> bool:
        """Whether anything is left: DROP FUNCTION f(int) leaves f(text)."""
        if row[r.LABEL] and len(self.created) > 1:
            return self.created.pop(_form(row), None) is not None
        return False

    def _create(self, row: Row) -> None:
        form = _form(row)
        known = self.created.get(form)
        if known is not None:
            same = row[r.IF_NOT_EXISTS] and known[r.HASH] == row[r.HASH]
            if not row[r.REPLACES] and not same and self.duplicate is None:
                self.duplicate, self.duplicate_of = row, known
            if row[r.IF_NOT_EXISTS]:
                return  # the first one stands
            self.altered = _Changes()
        self.created[form] = row

    def _index(self, row: Row, action: str) -> None:
        label = row[r.LABEL]
        if action == Action.DROP:
            self.indexes.pop(label, None)
            self.index_clusters.pop(label, None)
            return
        if action == Action.INDEX:
            label = label or f"{row[r.HASH]} {len(self.indexes)}"  # two without a name may be equal
            self.indexes[label] = []
        self.indexes.setdefault(label, []).append(row)
        if row[r.CLUSTER]:
            self.index_clusters[label] = row[r.CLUSTER]

    @property
    def main(self) -> Row | None:
        """The statement that is shown for the object: of no profile if there is one, else the last."""
        rows = list(self.created.values())
        return next((row for row in reversed(rows) if not row[r.VARIANT]), rows[-1] if rows else None)

    def state(self) -> ObjectState | None:
        main = self.main
        place = main or self.last
        if place is None:
            return None
        options = dict(main[r.OPTIONS] if main else ()) | self.altered.options | self.api
        return ObjectState(
            kind=place[r.KIND] if main else place[r.TARGET_KIND],
            path=place[r.PATH],
            line=place[r.LINE],
            defined=main is not None,
            structure=self._structure(main, options),
            metadata=_hash_all(_group_hashes(self.metadata.values())),
            cluster=self.altered.cluster or (main[r.CLUSTER] if main else ""),
            index_clusters=tuple(sorted(self.index_clusters.items())),
            links=tuple(self._links()),
            options=tuple(sorted(options.items())),
            strict=self._strict(),
            volatile=self._volatile(),
            duplicate=self.duplicate,
            duplicate_of=self.duplicate_of,
        )

    def _links(self) -> list[Row]:
        links: list[Row] = []
        for row in self.created.values():
            links += [link for link in row[r.LINKS] if link not in links]
        if self.altered.parents_left:
            links = [link for link in links if _link_key(link) not in self.altered.parents_left]
        if self.altered.new_query:
            links = [link for link in links if link["role"] != "read"]
        links += [link for link in self.altered.links if link not in links]
        for row in (row for group in self.indexes.values() for row in group):
            links += [link for link in row[r.LINKS] if link not in links]
        return links

    def _strict(self) -> Row | None:
        created = () if self.altered.new_query else self.created.values()
        return next((row[r.STRICT] for row in created if row[r.STRICT]), self.altered.strict)

    def _volatile(self) -> tuple[str, ...]:
        created = () if self.altered.new_query else self.created.values()
        return tuple(sorted(self.altered.volatile.union(*(row[r.VOLATILE] for row in created))))

    def _structure(self, main: Row | None, options: Mapping[str, str]) -> str:
        created = [text for form in sorted(self.created) for text in (form, self.created[form][r.HASH])]
        if main is not None and main[r.KIND] == STREAM_TABLE:
            # Parameters count, not how they were passed, nor whether a later call changed them.
            created = [STREAM_TABLE, str(main[r.REPLACES]), str(main[r.IF_NOT_EXISTS]), *_flat(options)]
        elif main is None:
            created = _flat(self.altered.options)  # parameters of a stream table that is made elsewhere
        return _hash_parts(created, self.altered.hashes, _group_hashes(self.indexes.values()))


def _link_key(link: Row) -> LinkKey:
    return tuple(link[name] for name in ("role", r.SPACE, r.DATABASE, r.SCHEMA, r.NAME))


def _form(row: Row) -> str:
    return _form_of(row[r.SPACE], row[r.LABEL], row[r.VARIANT])


def _form_of(space: str, label: str, variant: str) -> str:
    """Which overload or variant a statement is about."""
    return f"{label}#{variant}" if space != "relation" or variant else ""


def plain_structure(space: str, label: str, variant: str, statement_hash: str) -> str:
    """The structure of an object that one CREATE makes, which is no stream table."""
    return _hash_parts([_form_of(space, label, variant), statement_hash], [], [])


def _flat(options: Mapping[str, str]) -> list[str]:
    return [text for item in sorted(options.items()) for text in item]


def _hash_all(texts: Sequence[str]) -> str:
    return digest(*texts).hex() if texts else ""


def _hash_parts(*parts: Sequence[str]) -> str:
    return _hash_all([_hash_all(part) for part in parts]) if any(parts) else ""


def _group_hashes(groups: Iterable[list[Row]]) -> list[str]:
    return sorted(_hash_all([row[r.HASH] for row in group]) for group in groups)


def fold(rows: Iterable[Row]) -> ObjectState | None:
    """What is left of an object after all its statements; nothing where the last one drops it."""
    return _folded(rows).state()


@dataclass(frozen=True, slots=True)
class Surviving:
    """The statements that make an object what it is at the end."""

    created: tuple[Row, ...] = ()
    """Several where a function has overloads, or a file variants."""
    altered: tuple[Row, ...] = ()
    indexes: tuple[Row, ...] = ()
    metadata: tuple[Row, ...] = ()


def surviving(rows: Iterable[Row]) -> Surviving:
    """The statements behind what `fold` gives, in the order in which they count."""
    folded = _folded(rows)
    return Surviving(
        tuple(folded.created.values()),
        tuple(folded.altered.rows),
        tuple(row for group in folded.indexes.values() for row in group),
        tuple(row for group in folded.metadata.values() for row in group),
    )


def _folded(rows: Iterable[Row]) -> _Fold:
    folded = _Fold()
    for row in sorted(rows, key=lambda row: (file_order(row[r.PATH]), row[r.ORDINAL])):
        if row[r.ACTION] == Action.DROP and row[r.KIND] != "index":
            folded = folded if folded.drop(row) else _Fold()
        elif row[r.ACTION] not in _NAME_CHANGES:
            folded.apply(row)
    return folded
