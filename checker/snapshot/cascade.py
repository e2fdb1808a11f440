"""DROP SCHEMA … CASCADE and DROP DATABASE drop what they hold, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow
from checker.sql.dialect import Dialect
from checker.sql.statement import Action


def with_cascades(rows: list[StatementRow], dialect: Dialect) -> list[StatementRow]:
    """The rows, and a DROP of every object whose schema or database is dropped with all it holds."""
    drops = [row for row in rows if drops_members(row)]
    return [*rows, *_member_drops(drops, {row.key for row in rows}, dialect)] if drops else rows


def drops_members(row: StatementRow) -> bool:
    """A database is always dropped with all it holds, a schema only where it says so."""
    if row.resolved.statement.action is not Action.DROP:
        return False
    return row.key.space == "database" or (row.key.space == "schema" and "cascade" in row.resolved.options)


def _member_drops(drops: list[StatementRow], keys: set[Key], dialect: Dialect) -> Iterator[StatementRow]:
    for row in drops:
        for key in sorted(keys):
            if key.name.database and key != row.key and _holds(row.key, key, dialect):
                yield replace(row, resolved=replace(row.resolved, key=key))


def _holds(dropped: Key, key: Key, dialect: Dialect) -> bool:
    if dropped.space == "schema":
        return dropped.name[:2] == key.name[:2]
    return dropped.name.name == (key.name.database if dialect.has_schemas else key.name.schema)
