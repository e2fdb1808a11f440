"""Give every name in a statement its three parts, and the statement its final hash."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from checker.names import ObjectName
from checker.sql.canonical import digest
from checker.sql.dialect import Dialect
from checker.sql.kinds import GLOBAL_KINDS
from checker.sql.statement import OWN_NAME, Action, Parts, Reference, Role, Statement

_OWN_SPACES = frozenset({"function", "type", "schema"}) | GLOBAL_KINDS
_SELF = "\x00self"


class Key(NamedTuple):
    """What makes an object one and the same: its name, and the space in which names must differ.

    Tables, views, sources and the like share one space; a function may bear a table's name.
    """

    space: str
    name: ObjectName


class Link(NamedTuple):
    """A resolved reference to another object."""

    role: Role
    space: str
    name: ObjectName
    line: int
    operator: str = ""
    operator_line: int = 0
    operator_text: str = ""
    computes: bool = False
    """The polarity of the edge; see Reference. An object read under two spellings has two links: one may be enough."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where names without database or schema are looked up."""

    dialect: Dialect
    database: str
    schema: str

    def within(self, scope: Parts) -> Home:
        """The home after SET search_path or USE."""
        if not scope:
            return self
        database = scope[0] if len(scope) > 1 else self.database
        return Home(self.dialect, database, scope[-1])


@dataclass(frozen=True, slots=True)
class Resolved:
    """A statement about one object, with nothing left to look up."""

    statement: Statement
    key: Key
    links: tuple[Link, ...]
    hash: str
    options: dict[str, str]
    renamed: Key | None = None


def space_of(kind: str, dialect: Dialect) -> str:
    """The space in which an object of this kind has its name."""
    if kind == "user":
        return "role"
    if kind == "function" and dialect.name == "clickhouse":
        return "global function"
    return kind if kind in _OWN_SPACES else "relation"


def resolve_name(parts: Parts, space: str, home: Home) -> ObjectName:
    """The three parts of a name as written.

    >>> from checker.sql.dialect import get_dialect
    >>> resolve_name(("mart", "t"), "relation", Home(get_dialect("postgres"), "shop", "public"))
    ObjectName(database='shop', schema='mart', name='t')
    """
    if space in GLOBAL_KINDS or space == "global function":
        return ObjectName("", "".join(parts[-2:-1]), parts[-1])  # a replica is named cluster.replica
    if space == "schema":
        return ObjectName(parts[-2] if len(parts) > 1 else home.database, parts[-1], "")
    if len(parts) == 1:
        return ObjectName(home.database, home.schema, parts[0])
    if len(parts) == 2:
        outside = parts[0] in home.dialect.system_schemas
        return ObjectName("" if outside else home.database, *parts)
    return ObjectName(*parts[-3:])


def resolve(statement: Statement, home: Home) -> Iterator[Resolved]:
    """A statement once for every object it concerns; nothing for one that concerns none."""
    home = home.within(statement.scope)
    space = space_of(statement.target_kind or statement.kind, home.dialect)
    links = tuple(_links(statement, home))
    if statement.action is Action.OPTION and not statement.targets:
        key = Key("schema", ObjectName(home.database, home.schema, ""))
        yield Resolved(statement, key, links, digest(statement.digest).hex(), statement.options)
    for number, parts in enumerate(statement.targets):
        key = Key(space, resolve_name(parts, space, home))
        renamed = None
        if number < len(statement.new_names):
            renamed = Key(space, resolve_name(statement.new_names[number], space, home))
        others = tuple(link for link in links if link.name != key.name or not _is_no_need(link))
        names = _slot_names(statement, key, links)
        options = statement.options
        if statement.kind == "stream table" and "query" in options:
            options = options | {"query": digest(options["query"], *names).hex()}
        final = digest(statement.digest, statement.kind, *names).hex()
        yield Resolved(statement, key, others, final, options, renamed)


def _is_no_need(link: Link) -> bool:
    """Whether it says nothing where an object names itself: an order, or `x IN (t)`, where t is then a column."""
    return link.role == "order" or (link.role == "use" and link.space == "relation")


def _links(statement: Statement, home: Home) -> Iterator[Link]:
    for reference in statement.references:
        if reference.role == "match":
            schema, pattern = reference.parts
            yield _link(reference, "relation", ObjectName(home.database, schema or home.schema, pattern))
            continue
        space = space_of("function", home.dialect) if reference.role == "use" else "relation"
        yield _link(reference, space, resolve_name(reference.parts, space, home))
    # A name may also be found further down the search path; which of them exist is known only later. They
    # stand behind all others, for slots are places among those.
    for reference in statement.references:
        if len(reference.parts) == 1 and reference.role != "match":
            for schema in statement.search_path:
                yield _link(reference, "relation", ObjectName(home.database, schema, reference.parts[0]))


def _link(reference: Reference, space: str, name: ObjectName) -> Link:
    polarity = (reference.operator, reference.operator_line, reference.operator_text, reference.computes)
    role = "use" if reference.role == "set" else reference.role
    return Link(role, space, name, reference.line, *polarity)


def _slot_names(statement: Statement, key: Key, links: tuple[Link, ...]) -> list[str]:
    """The resolved names that belong into the slots of the canonical form.

    The object's own name stays out, so an object that was only renamed keeps its hash.
    """
    names: list[str] = []
    for slot in statement.slots:
        if slot == OWN_NAME or links[slot].name == key.name:
            names.append(_SELF)
        else:
            names += links[slot].name
    return names
