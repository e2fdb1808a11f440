"""Facts that the driver adds to those of the objects: what was asked for, and what a pattern matches."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from checker.errors import CheckerError
from checker.facts.frames import Fact
from checker.names import ObjectName, dotted, nearest
from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow
from checker.sql.dialect import Dialect
from checker.sql.functions import split_name
from checker.sql.statement import Action

Schema = tuple[str, str]
_MOST_NAME = 256
_SIMPLE_PATTERN = re.compile(r"\^?(?:[\w-]|\\[.\w-]|\.(?![*+?{]))*(?:\.[*+])?(?:[\w-]|\\[.\w-])*\$?")
"""Plain characters and at most one `.*`: what people write, and what cannot run for ever."""


def key_value(key: Key) -> str:
    """An object as a single value, the same as `object_value` gives on Spark."""
    return key.name.id if key.space == "relation" else f"{key.space} {key.name.id}"


def named_objects(names: Iterable[str], rows: Iterable[StatementRow], dialect: Dialect) -> list[Key]:
    """The objects of these names, which may leave out their first parts. Raises CheckerError where none or many fit."""
    known = _objects(rows)
    return [_named_object(name, known, dialect) for name in names]


def named_thing(name: str, rows: Sequence[StatementRow], dialect: Dialect) -> Key:
    """The object of a name, else the cluster or schema, which nothing needs to create, else what head removed."""
    objects = _objects(rows)
    if not _fitting(name, objects, dialect):
        clusters = {row.resolved.statement.cluster for row in rows} - {""}
        for known in (
            {Key("cluster", ObjectName("", "", cluster)) for cluster in clusters},
            {Key("schema", ObjectName(*row.key.name[:2], "")) for row in rows if row.key.name.schema},
            _created(row for row in rows if row.in_base),
        ):
            if fitting := _fitting(name, known, dialect):
                return _the_one(name, fitting)
    return _named_object(name, objects, dialect)


def _objects(rows: Iterable[StatementRow]) -> set[Key]:
    return _created(row for row in rows if row.in_head)


def _created(rows: Iterable[StatementRow]) -> set[Key]:
    return {row.key for row in rows if row.resolved.statement.action is Action.CREATE and row.key.name.name}


def _fitting(name: str, known: Iterable[Key], dialect: Dialect) -> list[Key]:
    """What ends in these parts; a schema has no third one."""
    parts = split_name(name, dialect)
    return sorted(key for key in known if parts and _own_parts(key)[-len(parts) :] == parts)


def _own_parts(key: Key) -> tuple[str, ...]:
    return tuple(key.name) if key.name.name else tuple(key.name)[:2]


def _named_object(name: str, known: set[Key], dialect: Dialect) -> Key:
    fitting = _fitting(name, known, dialect)
    if not fitting:
        by_name = {key.name.name: key.name.id for key in sorted(known, reverse=True)}
        near = nearest(name, (key.name.id for key in known)) or [by_name[word] for word in nearest(name, by_name)]
        raise CheckerError(f"no such object: {name!r}", hint=f"did you mean {' or '.join(near)}?" if near else "")
    return _the_one(name, fitting)


def _the_one(name: str, fitting: list[Key]) -> Key:
    if len(fitting) == 1:
        return fitting[0]
    among = ", ".join(dict.fromkeys(key.name.id for key in fitting[:5]))
    relations = [key for key in fitting if key.space == "relation"]
    if len(relations) == 1 and len({key.name for key in fitting}) == 1:
        return relations[0]
    raise CheckerError(f"{name!r} may be any of {among}", hint="name its schema and database too")


def named_schemas(names: Iterable[str], rows: Iterable[StatementRow], dialect: Dialect, database: str) -> list[Schema]:
    """The schemas of these names. Raises CheckerError for one that holds nothing."""
    known = {row.key.name[:2] for row in rows if row.key.name.schema}
    found: list[Schema] = []
    for name in names:
        schema = schema_of(name, dialect, database)
        if schema not in known:
            near = nearest(dotted(schema), map(dotted, known)) or sorted(map(dotted, known))[:3]
            raise CheckerError(f"no such schema: {name!r}", hint=f"did you mean {' or '.join(near)}?" if near else "")
        found.append(schema)
    return found


def schema_of(name: str, dialect: Dialect, database: str) -> Schema:
    """A schema as written, in the default database where none is named."""
    *before, schema = split_name(name, dialect) or ("",)
    return (before[-1] if before else database), schema


def match_facts(rows: Iterable[StatementRow]) -> Iterator[Fact]:
    """Reference(o, t) for every table t that a pattern of o (a Merge table) matches in its schema."""
    listed = [row for row in rows if row.in_head]
    patterns = [(row, link) for row in listed for link in row.links if link.role == "match"]
    if not patterns:
        return
    tables = by_schema(row.key.name for row in listed if row.key.space == "relation")
    for row, link in patterns:
        for name in sorted(matching(link.name, tables)):
            if name != row.key.name:
                yield "Reference", key_value(row.key), name.id


def by_schema(names: Iterable[ObjectName]) -> dict[Schema, set[ObjectName]]:
    """Names by database and schema, as `matching` looks them up."""
    tables: dict[Schema, set[ObjectName]] = defaultdict(set)
    for name in names:
        tables[name.database, name.schema].add(name)
    return tables


def matching(pattern: ObjectName, tables: dict[Schema, set[ObjectName]]) -> Iterator[ObjectName]:
    """The tables that a Merge table stands for: in its schema, by a regular expression."""
    for (database, schema), names in tables.items():
        if database == pattern.database and _schema_matches(pattern.schema, schema):
            yield from (name for name in names if _search(pattern.name, name.name))


def _schema_matches(wanted: str, schema: str) -> bool:
    """A schema by name, or REGEXP('…') as ClickHouse takes it."""
    if wanted.startswith("REGEXP('") and wanted.endswith("')"):
        return _search(wanted[len("REGEXP('") : -2], schema)
    return wanted == schema


def _search(pattern: str, name: str) -> bool:
    """Whether a pattern from a pull request matches; of one that is not simple nobody knows, so it matches all."""
    alternatives = pattern.removeprefix("^(").removesuffix(")$").split("|") if pattern.startswith("^(") else [pattern]
    if not all(_SIMPLE_PATTERN.fullmatch(one) for one in alternatives):
        return True
    return re.search(pattern, name[:_MOST_NAME]) is not None
