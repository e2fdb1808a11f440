"""CREATE INDEX and DROP INDEX."""

from __future__ import annotations

from dataclasses import replace

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Reading
from checker.plan.tables.read.postgres_names import index_name
from checker.plan.tables.shape import Index, TableShape
from checker.sql.cursor import is_word


def fold_create_index(reading: Reading, shape: TableShape) -> None:
    """CREATE [UNIQUE] INDEX [CONCURRENTLY] [[IF NOT EXISTS] name] ON [ONLY] table [USING method] (…) …"""
    shape.spend()
    reading.at = 1
    unique = reading.accept("UNIQUE")
    if not reading.accept("INDEX"):
        raise Unreadable("a statement on the table creates neither the table nor an index")
    reading.accept("CONCURRENTLY")
    optional = reading.accept("IF", "NOT", "EXISTS")
    name = "" if reading.word() == "ON" else reading.column().rpartition(".")[2]
    if not reading.accept("ON"):
        raise Unreadable(f"ON is missing {reading.place()}")
    reading.accept("ONLY")
    reading.name()
    body = reading.phrase(reading.at, reading.end)
    name = name or index_name(shape, index_parts(reading))
    if name not in shape.indexes:
        shape.indexes[name] = Index(name, body, unique)
    elif not optional:
        raise Unreadable(f"the index {name} is created twice")


def index_parts(reading: Reading) -> list[str]:
    """What PostgreSQL calls the columns of an index: by their name, by the function called, or expr."""
    at = reading.find("(")
    if at < 0:
        raise Unreadable("the columns of an index are missing")
    reading.at = at
    found: list[str] = []
    while True:
        for first, _ in reading.items(*reading.skip_group()):
            found.append(_part(reading, first))
        if not reading.accept("INCLUDE"):
            return found


def _part(reading: Reading, first: int) -> str:
    here = reading.at
    reading.at = first
    parts, _, _ = reading.name() if is_word(reading.tokens[first]) or not reading.words[first] else ((), 0, 0)
    reading.at = here
    return parts[-1] if parts else "expr"


def fold_drop_index(reading: Reading, shape: TableShape) -> None:
    """DROP INDEX [CONCURRENTLY] [IF EXISTS] a, b [ON table] [CASCADE | RESTRICT]"""
    reading.at = 2
    reading.accept("CONCURRENTLY")
    optional = reading.accept("IF", "EXISTS")
    while True:
        parts, _, _ = reading.name()
        if not parts or (shape.indexes.pop(parts[-1], None) is None and not optional):
            raise Unreadable(f"an index is dropped that is not there: {'.'.join(parts)}")
        if not reading.accept(","):
            return


def fold_alter_index(reading: Reading, shape: TableShape) -> None:
    """ALTER INDEX [IF EXISTS] a RENAME TO b; ALTER INDEX of_parent ATTACH PARTITION a"""
    reading.at = 2
    reading.accept("IF", "EXISTS")
    parts, _, _ = reading.name()
    if reading.accept("ATTACH", "PARTITION"):
        return  # as it is in a partition by itself, when both indexes are the same
    at = next((at for at, one in enumerate(shape.constraints) if parts and one.name == parts[-1]), None)
    if at is not None and reading.accept("RENAME", "TO"):
        shape.constraints[at] = replace(shape.constraints[at], name=reading.column())
        return
    if not parts or parts[-1] not in shape.indexes or not reading.accept("RENAME", "TO"):
        raise Unreadable("ALTER INDEX is read only where it renames an index of the table")
    old = shape.indexes.pop(parts[-1])
    new = reading.column()
    shape.indexes[new] = Index(new, old.body, old.unique)
