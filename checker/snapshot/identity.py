"""Follow objects through RENAME, EXCHANGE and DROP INDEX, so that their statements come together.

Such statements are rare; only the rows on objects that they name are looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from checker.names import ObjectName
from checker.snapshot.order import file_order
from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action


def follow_names(rows: list[StatementRow]) -> list[StatementRow]:
    """Every statement under the name its object has at the end, on each side by itself."""
    moving = [row for row in rows if _moves_names(row)]
    if not moving:
        return rows
    concerned = _concerned(moving, rows)
    others = [row for row in rows if row.key not in concerned]
    named = [row for row in rows if row.key in concerned]
    base = (replace(row, in_head=False) for row in named if row.in_base)
    head = (replace(row, in_base=False) for row in named if row.in_head)
    return [*others, *_follow(base), *_follow(head)]


def _moves_names(row: StatementRow) -> bool:
    statement = row.resolved.statement
    if statement.action in (Action.RENAME, Action.EXCHANGE):
        return True
    return statement.kind == "index" and statement.action is not Action.INDEX


def _concerned(moving: list[StatementRow], rows: list[StatementRow]) -> set[Key]:
    """All names that an object of these statements may have had."""
    keys = {row.key for row in moving} | {row.resolved.renamed for row in moving if row.resolved.renamed}
    return keys | {row.key for row in rows if row.resolved.statement.action is Action.INDEX and _index_key(row) in keys}


def _index_key(row: StatementRow) -> Key:
    """The name of an index, as DROP INDEX would spell it: it lives in the schema of what it stands on."""
    name = row.key.name
    return Key(row.key.space, ObjectName(name.database, name.schema, row.resolved.statement.label))


def _follow(rows: Iterable[StatementRow]) -> Iterator[StatementRow]:
    """Backwards, so that at each statement it is known what its object will be called in the end."""
    ordered = sorted(rows, key=lambda row: (file_order(row.path), row.ordinal))
    owners = {_index_key(row): row.key for row in ordered if row.resolved.statement.action is Action.INDEX}
    pairs: dict[tuple[str, int], list[Key]] = defaultdict(list)
    for row in ordered:
        if row.resolved.statement.action is Action.EXCHANGE:
            pairs[row.path, row.ordinal].append(row.key)
    final: dict[Key, Key] = {}
    for row in reversed(ordered):
        statement = row.resolved.statement
        if statement.action is Action.EXCHANGE:
            pair = pairs.pop((row.path, row.ordinal), [])
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
