"""ALTER TABLE as ClickHouse has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Reading
from checker.plan.tables.read.change import column_of, rename_column, with_clauses
from checker.plan.tables.read.column import read_column, read_constraint
from checker.plan.tables.read.create import read_settings, read_skip_index
from checker.plan.tables.shape import Column, TableShape

VALUES = ("DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL")
"""The ways in which a column gets a value that is not inserted."""
_VERBS = frozenset(
    """ADD DROP CLEAR RENAME COMMENT MODIFY ALTER MATERIALIZE RESET REMOVE DETACH ATTACH REPLACE MOVE FREEZE UNFREEZE
    FETCH UPDATE DELETE APPLY FORGET""".split()
)


def fold_clickhouse_alter(reading: Reading, shape: TableShape) -> None:
    """ALTER TABLE [IF EXISTS] name [ON CLUSTER c] action, …"""
    reading.at = 2
    reading.accept("IF", "EXISTS")
    reading.name()
    if reading.accept("ON", "CLUSTER"):
        reading.text()
    for first, last in _actions(reading):
        reading.at = first
        shape.spend()
        if not _fold_action(reading, shape, last):
            shape.others.append(reading.phrase(first, last))


def _actions(reading: Reading) -> list[tuple[int, int]]:
    """The actions; `MODIFY SETTING a = 1, b = 2` is one."""
    found: list[tuple[int, int]] = []
    for first, last in reading.items(reading.at, reading.end):
        first_words = reading.words[first : first + 2]
        if found and (first_words[0] not in _VERBS or first_words[1:] in ([], ["="])):
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _fold_action(reading: Reading, shape: TableShape, last: int) -> bool:
    """Whether the action was understood; else it is kept as it stands."""
    for words, fold in _ACTIONS:
        if reading.accept(*words):
            return fold(reading, shape, last)
    return False


def _optional(reading: Reading) -> bool:
    return reading.accept("IF", "NOT", "EXISTS") or reading.accept("IF", "EXISTS")


def _place(reading: Reading, first: int, last: int) -> tuple[int, str | None]:
    """Where a definition ends, and what it is put after: a column, "" for FIRST, None where it is not said."""
    if reading.words[last - 1] == "FIRST":
        return last - 1, ""
    if last - first > 2 and reading.words[last - 2] == "AFTER":
        reading.at = last - 1
        return last - 2, reading.column()
    return last, None


def _put(shape: TableShape, column: Column, after: str | None) -> None:
    known = column.name in shape.columns
    if after is None:
        shape.columns[column.name] = column
        return
    if after and after not in shape.columns:
        raise Unreadable(f"a column is put after one that is not there: {after}")
    if known:
        del shape.columns[column.name]
    names = list(shape.columns)
    at = names.index(after) + 1 if after else 0
    pairs = list(shape.columns.items())
    shape.columns = dict([*pairs[:at], (column.name, column), *pairs[at:]])


def _add_column(reading: Reading, shape: TableShape, last: int) -> bool:
    optional = _optional(reading)
    first = reading.at
    end, after = _place(reading, first, last)
    column, keys = read_column(reading, first, end)
    if keys:
        return False
    if column.name not in shape.columns:
        _put(shape, column, after)
    elif not optional:
        raise Unreadable(f"column {column.name} is added, but is there already")
    return True


def _drop_column(reading: Reading, shape: TableShape, _last: int) -> bool:
    optional = _optional(reading)
    name = reading.column()
    if name in shape.columns or not optional:
        column_of(shape, name)
        del shape.columns[name]
    return True


def _rename_column(reading: Reading, shape: TableShape, _last: int) -> bool:
    _optional(reading)
    old = reading.column()
    if not reading.accept("TO"):
        return False
    rename_column(shape, old, reading.column(), reading.dialect)
    return True


def _modify_column(reading: Reading, shape: TableShape, last: int) -> bool:
    optional = _optional(reading)
    first = reading.at
    name = reading.column()
    if optional and name not in shape.columns:
        return True
    old = column_of(shape, name)
    if reading.accept("REMOVE"):
        with_clauses(shape, name, {reading.word(): None})
        return True
    if reading.word() in ("MODIFY", "RESET"):  # settings of one column
        return False
    reading.accept("TYPE")
    end, after = _place(reading, first, last)
    new, keys = read_column(reading, first, end)
    if keys:
        return False
    clauses = dict(old.clauses)
    if any(value in new.clauses for value in VALUES):
        clauses = {key: phrase for key, phrase in clauses.items() if key not in VALUES}
    merged = Column(name, new.type or old.type, {**clauses, **new.clauses}, old.was)
    _put(shape, merged, after)
    return True


def _alter_column(reading: Reading, shape: TableShape, last: int) -> bool:
    """ALTER COLUMN c TYPE t"""
    _optional(reading)
    name = reading.column()
    if not reading.accept("TYPE"):
        return False
    shape.columns[name] = replace(column_of(shape, name), type=reading.phrase(reading.at, last))
    return True


def _comment_column(reading: Reading, shape: TableShape, last: int) -> bool:
    _optional(reading)
    name = reading.column()
    text = reading.written(reading.at, last)
    comment = Reading(f"COMMENT {text}", reading.dialect)
    with_clauses(shape, name, {"COMMENT": comment.phrase(0, comment.end)})
    return True


def _add_index(reading: Reading, shape: TableShape, last: int) -> bool:
    optional = _optional(reading)
    first = reading.at
    end, _ = _place(reading, first, last)
    reading.at = first
    index = read_skip_index(reading, end)
    if index.name not in shape.indexes:
        shape.indexes[index.name] = index
    elif not optional:
        raise Unreadable(f"the index {index.name} is added twice")
    return True


def _drop_index(reading: Reading, shape: TableShape, _last: int) -> bool:
    optional = _optional(reading)
    if shape.indexes.pop(name := reading.column(), None) is None and not optional:
        raise Unreadable(f"an index is dropped that is not there: {name}")
    return True


def _add_projection(reading: Reading, shape: TableShape, last: int) -> bool:
    _optional(reading)
    name = reading.column()
    first = reading.at
    end, _ = _place(reading, first, last)
    shape.projections.setdefault(name, reading.phrase(first, end))
    return True


def _drop_projection(reading: Reading, shape: TableShape, _last: int) -> bool:
    optional = _optional(reading)
    if shape.projections.pop(name := reading.column(), None) is None and not optional:
        raise Unreadable(f"a projection is dropped that is not there: {name}")
    return True


def _add_constraint(reading: Reading, shape: TableShape, last: int) -> bool:
    start = reading.at - 1
    if _optional(reading):
        return False
    constraint = read_constraint(reading, start, last)
    if constraint is not None:
        shape.constraints.append(constraint)
    return constraint is not None


def _drop_constraint(reading: Reading, shape: TableShape, _last: int) -> bool:
    _optional(reading)
    name = reading.column()
    shape.constraints = [one for one in shape.constraints if one.name != name]
    return True


def _clause(key: str) -> Callable[[Reading, TableShape, int], bool]:
    def fold(reading: Reading, shape: TableShape, last: int) -> bool:
        shape.clauses[key] = reading.phrase(reading.at, last)
        return True

    return fold


def _no_clause(key: str) -> Callable[[Reading, TableShape, int], bool]:
    def fold(_reading: Reading, shape: TableShape, _last: int) -> bool:
        shape.clauses.pop(key, None)
        return True

    return fold


def _modify_setting(reading: Reading, shape: TableShape, last: int) -> bool:
    shape.settings |= read_settings(reading, reading.at, last)
    return True


def _reset_setting(reading: Reading, shape: TableShape, last: int) -> bool:
    for first, _ in reading.items(reading.at, last):
        reading.at = first
        shape.settings.pop(reading.column(), None)
    return True


_ACTIONS: tuple[tuple[tuple[str, ...], Callable[[Reading, TableShape, int], bool]], ...] = (
    (("ADD", "COLUMN"), _add_column),
    (("DROP", "COLUMN"), _drop_column),
    (("RENAME", "COLUMN"), _rename_column),
    (("MODIFY", "COLUMN"), _modify_column),
    (("ALTER", "COLUMN"), _alter_column),
    (("COMMENT", "COLUMN"), _comment_column),
    (("ADD", "INDEX"), _add_index),
    (("DROP", "INDEX"), _drop_index),
    (("ADD", "PROJECTION"), _add_projection),
    (("DROP", "PROJECTION"), _drop_projection),
    (("ADD", "CONSTRAINT"), _add_constraint),
    (("DROP", "CONSTRAINT"), _drop_constraint),
    (("MODIFY", "ORDER", "BY"), _clause("ORDER BY")),
    (("MODIFY", "SAMPLE", "BY"), _clause("SAMPLE BY")),
    (("REMOVE", "SAMPLE", "BY"), _no_clause("SAMPLE BY")),
    (("MODIFY", "TTL"), _clause("TTL")),
    (("REMOVE", "TTL"), _no_clause("TTL")),
    (("MODIFY", "COMMENT"), _clause("COMMENT")),
    (("MODIFY", "SETTING"), _modify_setting),
    (("RESET", "SETTING"), _reset_setting),
)
