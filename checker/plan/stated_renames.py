"""Objects that statements rename: what was made under one name in base and has another in head is the same object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from checker.diff.changes import Change
from checker.snapshot.lookup import Rows
from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action


def with_stated_renames(changes: Sequence[Change], rows: Rows) -> list[Change]:
    """The changes, in which an object that RENAME gave its name, and that changed besides, is renamed too.

    Renamed(new, old) :- Made(base, old, s), Made(head, new, s), Removed(old), Added(new)
    """
    added = {change.key: change for change in changes if change.change == "added"}
    removed = {change.key for change in changes if change.change == "removed"}
    if not added or not removed:
        return list(changes)
    old_names = _names_by_statement(_made(rows, removed))
    olds: dict[Key, Key] = {}
    for row in _made(rows, added):
        if row.in_head:
            old = old_names.get(_statement(row))
            if old is not None and old.space == row.key.space:
                olds.setdefault(row.key, old)
    gone = set(olds.values())
    return [
        replace(change, was=olds[change.key]) if change.key in olds else change
        for change in changes
        if change.change != "removed" or change.key not in gone
    ]


def _names_by_statement(rows: Iterable[StatementRow]) -> dict[tuple[str, int, str], Key]:
    return {_statement(row): row.key for row in rows if row.in_base}


def _made(rows: Rows, keys: Iterable[Key]) -> Iterator[StatementRow]:
    """The statements that make these objects."""
    for found in rows.of(keys).values():
        yield from (row for row in found if row.resolved.statement.action is Action.CREATE)


def _statement(row: StatementRow) -> tuple[str, int, str]:
    return row.path, row.ordinal, row.resolved.statement.text
