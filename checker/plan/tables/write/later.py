"""Migrations: statements that head adds after all of base's, run as they stand."""

from __future__ import annotations

from collections.abc import Sequence

from checker.plan.tables.edit import TableEdit, TableEdits, Unreadable
from checker.plan.tables.phrase import Reading
from checker.plan.tables.read.fold import fold_more, fold_table
from checker.plan.tables.shape import Column, TableShape
from checker.plan.tables.write import clickhouse_types, postgres_types
from checker.plan.tables.write.common import key_columns, loses_data
from checker.sql.dialect import Dialect

_LONGEST = 160
_RISKY = frozenset("DROP TYPE MODIFY CHANGE CLEAR DELETE UPDATE TRUNCATE DETACH REPLACE RENAME".split())


def later_edits(known: Sequence[Reading], further: Sequence[Reading], dialect: Dialect) -> TableEdits:
    """Each further statement, with what it does to the table as it is by then."""
    edits: list[TableEdit] = []
    touched: set[str] = set()
    renamed: set[str] = set()
    unkeyed: set[str] = set()
    shape = _shape(known, dialect) if further else None
    for reading in further:
        sql = reading.written(0, reading.end)
        after = _with(reading, shape)
        if shape is None or after is None:
            risky = not _RISKY.isdisjoint(reading.words)
            touched |= reading.phrase(0, reading.end).names if risky else frozenset()
            edits.append(TableEdit(sql, f"is added after base's statements: {_short(sql)}", risky))
        else:
            disturbed = _touched(shape, after)
            touched |= disturbed
            renamed |= {column.was[-1] for column in after.columns.values() if column.was} & disturbed
            names = {one.name for one in after.constraints}
            unkeyed |= key_columns(one for one in shape.constraints if one.name not in names)
            edits.append(_edit(sql, shape, after, dialect))
        shape = after
    return TableEdits(tuple(edits), frozenset(touched), frozenset(renamed), frozenset(touched - renamed | unkeyed))


def _shape(known: Sequence[Reading], dialect: Dialect) -> TableShape | None:
    try:
        return fold_table(known, dialect)
    except Unreadable:
        return None


def _with(reading: Reading, shape: TableShape | None) -> TableShape | None:
    if shape is None:
        return None
    try:
        after = shape.copy()
        fold_more(reading, after)
    except Unreadable:
        return None
    return after


def _short(sql: str) -> str:
    return sql if len(sql) <= _LONGEST else sql[: _LONGEST - 1] + "…"


def _touched(before: TableShape, after: TableShape) -> set[str]:
    """Columns that are gone, or whose type changes."""
    return {
        name
        for name, column in before.columns.items()
        if name not in after.columns or after.columns[name].type != column.type
    }


def _edit(sql: str, before: TableShape, after: TableShape, dialect: Dialect) -> TableEdit:
    why: list[str] = []
    destructive = False
    added = {name: column for name, column in after.columns.items() if name not in before.columns}
    renamed = {column.was[-1]: name for name, column in added.items() if column.was}
    for name, column in before.columns.items():
        new = after.columns.get(name)
        if name in renamed:
            why.append(f"renames column {name} to {renamed[name]}")
        elif new is None:
            destructive = True
            why.append(f"drops column {name} and all that is in it")
        elif new.type != column.type:
            narrow = not _holds_all(column, new, dialect)
            destructive = destructive or narrow
            why.append(f"changes the type of {name} from {column.type.text} to {new.type.text}")
        elif new.clauses != column.clauses:
            why.append(f"alters column {name}")
    why += [f"adds column {name}" for name in added if name not in renamed.values()]
    if before.attached != after.attached:
        why.append(f"makes it a partition of {after.attached.parent.text}" if after.attached else "detaches it")
        destructive = destructive or bool(before.attached)
    actions = after.others[len(before.others) :]
    destructive = destructive or any(loses_data(action.parts) for action in actions)
    return TableEdit(sql, "; ".join(why) or f"is added after base's statements: {_short(sql)}", destructive)


def _holds_all(old: Column, new: Column, dialect: Dialect) -> bool:
    if dialect.name == "clickhouse":
        return clickhouse_types.holds_all(*map(clickhouse_types.clickhouse_type, (old.type, new.type)))
    return postgres_types.holds_all(*map(postgres_types.postgres_type, (old.type, new.type)))
