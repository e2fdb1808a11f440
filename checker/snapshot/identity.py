"""Follow objects through RENAME, EXCHANGE and DROP INDEX, so that their statements come together.

Such statements are rare; where there are none, nothing is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from checker.names import ObjectName
from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action


def follow_names(rows: list[StatementRow]) -> list[StatementRow]:
    """Every statement under the name its object has at the end, on each side by itself."""
    if not any(_moves_names(row) for row in rows):
        return rows
    base = [replace(row, in_head=False) for row in rows if row.in_base]
    head = [replace(row, in_base=False) for row in rows if row.in_head]
    return [*_follow(base), *_follow(head)]


def _moves_names(row: StatementRow) -> bool:
    statement = row.resolved.statement
    if statement.action in (Action.RENAME, Action.EXCHANGE):
        return True
    return statement.kind == "index" and statement.action is not Action.INDEX


def _follow(rows: list[StatementRow]) -> Iterator[StatementRow]:
    ordered = sorted(rows, key=lambda row: (row.path, row.ordinal))
    owners = {
        Key(
            row.key.space, ObjectName(row.key.name.database, row.key.name.schema, row.resolved.statement.label)
        ): row.key
        for row in ordered
        if row.resolved.statement.action is Action.INDEX
    }
    final: dict[Key, Key] = {}
    exchanged: set[tuple[str, int]] = set()
    for row in reversed(ordered):
        statement = row.resolved.statement
        if statement.action is Action.EXCHANGE and (row.path, row.ordinal) not in exchanged:
            exchanged.add((row.path, row.ordinal))
            pair = [other.key for other in ordered if (other.path, other.ordinal) == (row.path, row.ordinal)]
            if len(pair) == 2:
                left, right = pair
                final[left], final[right] = final.get(right, right), final.get(left, left)
        elif row.resolved.renamed is not None:
            final[row.key] = final.get(row.resolved.renamed, row.resolved.renamed)
        elif statement.kind == "index" and row.key in owners:
            row = _of_index(row, owners[row.key])
        yield _under(row, final.get(row.key, row.key))


def _of_index(row: StatementRow, owner: Key) -> StatementRow:
    """DROP INDEX and ALTER INDEX name the index alone; what it stands on is meant."""
    statement = msgspec.structs.replace(row.resolved.statement, label=row.key.name.name)
    return replace(row, resolved=replace(row.resolved, key=owner, statement=statement))


def _under(row: StatementRow, key: Key) -> StatementRow:
    return row if key == row.key else replace(row, resolved=replace(row.resolved, key=key))
