"""DROP SCHEMA … CASCADE drops what the schema holds, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action


def with_cascades(rows: list[StatementRow]) -> list[StatementRow]:
    """The rows, and a DROP of every object whose schema or database is dropped with all it holds."""
    drops = [row for row in rows if row.resolved.statement.action is Action.DROP and "cascade" in row.resolved.options]
    return [*rows, *_member_drops(drops, {row.key for row in rows})] if drops else rows


def _member_drops(drops: list[StatementRow], keys: set[Key]) -> Iterator[StatementRow]:
    for row in drops:
        for key in sorted(keys):
            if _holds(row.key, key):
                yield replace(row, resolved=replace(row.resolved, key=key))


def _holds(dropped: Key, key: Key) -> bool:
    if dropped == key or not key.name.database:
        return False
    if dropped.space == "database":
        return dropped.name.name == key.name.database
    return dropped.space == "schema" and dropped.name[:2] == key.name[:2]
