"""Names that nothing of head defines.

Missing(o, n) :- Names(head, o, n), NOT Defined(head, n), NOT External(n)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np

from checker.cycles.graph import Graph
from checker.cycles.side import NOWHERE
from checker.names import ObjectName, dotted
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.resolve import Key
from checker.sql.dialect import Dialect

_ROLES = ("read", "write", "order", "connection")
_GUESSED = frozenset({"function", "trigger", "rule", "policy"})
"""Kinds whose bodies are not parsed: a name found in them may be a variable."""
_CATALOGUE_PREFIXES = ("pg_", "mz_")


@dataclass(frozen=True, slots=True)
class Missing:
    """A name in an object's statement that leads nowhere."""

    reader: int
    name: ObjectName
    role: str
    line: int
    gone: bool
    """It was there in base."""


def missing_references(
    graph: Graph, changed: Iterable[int], dialect: Dialect, externals: Sequence[str]
) -> Iterator[Missing]:
    """What objects of head miss: anything that base still had, and of changed objects any name at all."""
    side, edited = graph.head, set(changed)
    nowhere = np.flatnonzero((side.reads == NOWHERE) & np.isin(side.roles, _ROLES) & side.present[side.readers])
    found: dict[tuple[int, str, int], list[Missing]] = {}
    for at in nowhere.tolist():
        edge, name = side.edge(at), side.link_name(at)
        number = graph.number(Key("relation", name))
        gone = number is not None and bool(graph.base.present[number])
        if not is_external(name, dialect, externals) and (gone or edge.reader in edited):
            one = Missing(edge.reader, name, edge.role, edge.line, gone)
            found.setdefault((edge.reader, name.name, edge.line), []).append(one)
    elsewhere: dict[int, set[str]] = {}
    for (reader, name_part, _), candidates in sorted(found.items()):
        if reader not in elsewhere:
            elsewhere[reader] = {graph.key(number).name.name for number in side.needs_of(reader, _ROLES)}
        kind = graph.field(reader, "head", r.KIND)
        is_guess = kind in _GUESSED and not any(one.gone for one in candidates)
        if is_guess or name_part in elsewhere[reader]:  # another schema of the search path has it
            continue
        yield next((one for one in candidates if one.gone), candidates[0])


def missing_clusters(graph: Graph) -> Iterator[Missing]:
    """What runs on a cluster that base still had. Of others nobody knows: many are defined elsewhere."""
    gone = np.flatnonzero(graph.base.present & ~graph.head.present).tolist()
    names = {key.name.name: key.name for key in map(graph.key, gone) if key.space == "cluster"}
    if not names:
        return
    for number in np.flatnonzero(graph.head.present).tolist():
        indexes = graph.field(number, "head", s.INDEX_CLUSTERS) or ()
        used = {graph.field(number, "head", r.CLUSTER), *(cluster for _, cluster in indexes)}
        for cluster in sorted(names.keys() & used):
            yield Missing(number, names[cluster], "cluster", graph.place(number)[1], gone=True)


def is_external(name: ObjectName, dialect: Dialect, externals: Sequence[str]) -> bool:
    """Whether a name belongs to the database itself, or to what the configuration says is defined elsewhere."""
    if name.schema in dialect.system_schemas or (dialect.psql and name.name.startswith(_CATALOGUE_PREFIXES)):
        return True
    if not externals:
        return False
    spellings = {spell(name[first:]) for first in range(3) for spell in (dotted, _joined)}
    return any(fnmatchcase(spelling, pattern) for pattern in externals for spelling in spellings)


def _joined(parts: Iterable[str]) -> str:
    """As people write patterns, without quotes."""
    return ".".join(filter(None, parts))
