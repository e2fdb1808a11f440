"""Follow objects through RENAME, EXCHANGE and DROP INDEX, so that their statements come together.

Such statements are rare; only the rows that name one of their objects are looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from checker.names import ObjectName
from checker.snapshot.order import file_order
from checker.snapshot.resolve import Key, Link
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action


def follow_names(rows: list[StatementRow], *, links_follow: bool) -> list[StatementRow]:
    """Every statement under the name its object has at the end, on each side by itself.

    Where `links_follow`, a view that reads a renamed table reads it under its new name; else by the old name.
    """
    moving = [row for row in rows if moves_names(row)]
    if not moving:
        return rows
    concerned = _concerned(moving, rows)

    def is_named(row: StatementRow) -> bool:
        return row.key in concerned or (links_follow and any(_linked(link) in concerned for link in row.links))

    named = [row for row in rows if is_named(row)]
    others = [row for row in rows if not is_named(row)]
    base = (replace(row, in_head=False) for row in named if row.in_base)
    head = (replace(row, in_base=False) for row in named if row.in_head)
    return [*others, *_follow(base, links_follow), *_follow(head, links_follow)]


def moves_names(row: StatementRow) -> bool:
    """Whether what a statement says of its object's name counts for other statements, too."""
    statement = row.resolved.statement
    if statement.action in (Action.RENAME, Action.EXCHANGE):
        return True
    return statement.kind == "index" and statement.action is not Action.INDEX


def _concerned(moving: list[StatementRow], rows: list[StatementRow]) -> set[Key]:
    """All names that an object of these statements may have had."""
    keys = {row.key for row in moving} | {row.resolved.renamed for row in moving if row.resolved.renamed}
    return keys | {row.key for row in rows if _gives_index(row) and _index_key(row) in keys}


def _gives_index(row: StatementRow) -> bool:
    """CREATE INDEX does, and so does a key that is added under a name."""
    statement = row.resolved.statement
    added = statement.kind == "table" and statement.action is Action.ALTER and statement.label != ""
    return added or statement.action is Action.INDEX


def _index_key(row: StatementRow) -> Key:
    """The name of an index, as DROP INDEX would spell it: it lives in the schema of what it stands on."""
    name = row.key.name
    return Key(row.key.space, ObjectName(name.database, name.schema, row.resolved.statement.label))


def _linked(link: Link) -> Key:
    return Key(link.space, link.name)


def _follow(rows: Iterable[StatementRow], links_follow: bool) -> Iterator[StatementRow]:
    """Backwards, so that at each statement it is known what its object will be called in the end."""
    ordered = _with_index_owners(sorted(rows, key=lambda row: (file_order(row.path), row.ordinal)))
    pairs: dict[tuple[str, int], list[Key]] = defaultdict(list)
    for row in ordered:
        if row.resolved.statement.action is Action.EXCHANGE:
            pairs[row.path, row.ordinal].append(row.key)
    final: dict[Key, Key] = {}
    for row in reversed(ordered):
        if row.resolved.statement.action is Action.EXCHANGE:
            pair = pairs.pop((row.path, row.ordinal), [])
            if len(pair) == 2:
                left, right = pair
                final[left], final[right] = final.get(right, right), final.get(left, left)
        elif row.resolved.renamed is not None:
            final[row.key] = final.get(row.resolved.renamed, row.resolved.renamed)
        yield _renamed(row, final, links_follow)


def _with_index_owners(ordered: list[StatementRow]) -> list[StatementRow]:
    """DROP INDEX and ALTER INDEX name the index alone; what it stands on at that moment is meant."""
    owners: dict[Key, tuple[Key, str]] = {}
    found: list[StatementRow] = []
    for row in ordered:
        statement = row.resolved.statement
        if _gives_index(row):
            owners[_index_key(row)] = row.key, statement.label
        elif statement.kind == "index" and row.key in owners:
            owner, label = owners[row.key]
            if row.resolved.renamed is not None:
                owners[row.resolved.renamed] = owner, label
            row = _of_index(row, owner, label)
        found.append(row)
    return found


def _of_index(row: StatementRow, owner: Key, label: str) -> StatementRow:
    """A change of the index, which is known by its first name; what it stands on keeps its own name."""
    statement = row.resolved.statement
    action = Action.ALTER if statement.action is Action.RENAME else statement.action
    statement = msgspec.structs.replace(statement, label=label, action=action)
    return replace(row, resolved=replace(row.resolved, key=owner, statement=statement, renamed=None))


def _renamed(row: StatementRow, final: dict[Key, Key], links_follow: bool) -> StatementRow:
    key = final.get(row.key, row.key)
    links = row.links
    if links_follow and any(_linked(link) in final for link in links):
        links = tuple(link._replace(name=final.get(_linked(link), _linked(link)).name) for link in links)
    if key == row.key and links is row.links:
        return row
    return replace(row, resolved=replace(row.resolved, key=key, links=links))
