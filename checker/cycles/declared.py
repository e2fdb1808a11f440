"""Dependencies that the configuration declares: they join the graph, and are held against the SQL."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from checker.cycles.graph import Graph
from checker.cycles.side import Declared
from checker.facts.frames import Fact
from checker.facts.given import key_value
from checker.settings import Dependency
from checker.snapshot.resolve import Home, Key, resolve_name
from checker.sql.functions import split_name

DeclaredRole = Literal["read", "write"]
_ROLES: tuple[DeclaredRole, ...] = ("read", "write")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A dependency that only one of SQL and configuration knows."""

    reader: Key
    other: Key | None
    role: DeclaredRole
    in_sql: bool


def declared_edges(dependencies: Mapping[str, Dependency], home: Home) -> tuple[Declared, ...]:
    """The edges that `[dependencies]` states, names resolved as in a file of the default schema."""

    def key(name: str) -> Key:
        return Key("relation", resolve_name(split_name(name, home.dialect) or (name,), "relation", home))

    return tuple(
        Declared(key(name), key(other), role)
        for name, one in sorted(dependencies.items())
        for role, others in zip(_ROLES, (one.reads, one.writes), strict=True)
        for other in sorted(set(others))
    )


def declared_facts(declared: Iterable[Declared]) -> Iterator[Fact]:
    """Reference(o, p) for each; a view and what it writes to need each other."""
    for one in declared:
        reader, other = key_value(one.reader), key_value(one.reads)
        yield "Reference", reader, other
        if one.role == "write":
            yield "Reference", other, reader


def disagreements(graph: Graph, names: Iterable[Key]) -> Iterator[Disagreement]:
    """For each object with a declaration, in which its SQL and the declaration differ."""
    stated: dict[tuple[Key, str], set[Key]] = defaultdict(set)
    for one in graph.declared:
        stated[one.reader, one.role].add(one.reads)
    for key in sorted(set(names)):
        number = graph.number(key)
        if number is None or not graph.head.present[number]:
            yield Disagreement(key, None, "read", in_sql=False)
            continue
        for role in _ROLES:
            declared = stated[key, role]
            written = {Key("relation", name) for name in graph.head.names_of(number, role)}
            yield from (Disagreement(key, other, role, in_sql=False) for other in sorted(declared - written))
            yield from (Disagreement(key, other, role, in_sql=True) for other in sorted(written - declared))
