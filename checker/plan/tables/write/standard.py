"""Two shapes of a table → ALTERs in the SQL standard's words, or the words of a dialect that has its own."""

from __future__ import annotations

from checker.plan.tables.edit import TableEdit, TableEdits
from checker.plan.tables.shape import Column, TableShape
from checker.plan.tables.write.common import (
    NEW_TABLE,
    Script,
    define,
    definition,
    differing,
    label,
    others,
    rename_columns,
)
from checker.plan.tables.write.postgres_types import holds_all, postgres_type
from checker.sql.dialect import Dialect

_RETYPE = {
    "tsql": "ALTER COLUMN {name} {type}",
    "fabric": "ALTER COLUMN {name} {type}",
    "oracle": "MODIFY {name} {type}",
    "postgres": "ALTER COLUMN {name} TYPE {type}",
    "redshift": "ALTER COLUMN {name} TYPE {type}",
    "spark": "ALTER COLUMN {name} TYPE {type}",
    "databricks": "ALTER COLUMN {name} TYPE {type}",
}
_WHOLE = frozenset({"mysql", "doris", "starrocks", "singlestore"})
"""Dialects that change a column by giving its whole definition."""
_FIXED = frozenset({"sqlite", "risingwave", "materialize"})
"""Dialects that cannot change a column that is there."""
_ADD_WITHOUT_COLUMN = frozenset({"tsql", "fabric", "oracle"})
_CLAUSE_ORDER = ("COLLATE", "GENERATED", "AS", "DEFAULT", "NOT NULL")


def standard_edits(table: str, base: TableShape, head: TableShape, dialect: Dialect) -> TableEdits:
    """Add, change, then drop columns; what has no common spelling is left to people."""
    before = frozenset(base.columns)
    script = Script(table, dialect)
    renamed = rename_columns(script, base, head)
    clauses = [*differing(base.clauses.items(), head.clauses.items())]
    clauses += differing(base.settings.items(), head.settings.items())
    if base.elements != head.elements:
        clauses.append("the keys and indexes in the list of columns")
    if clauses:
        why = f"changes {', '.join(clauses)}, for which no common ALTER is known"
        return TableEdits((TableEdit("", why, destructive=True, manual=NEW_TABLE),), before)
    touched = set(renamed)
    _drop_constraints(script, base, head)
    for name, column in head.columns.items():
        if name not in base.columns:
            _add(script, column)
        elif base.columns[name] != column:
            touched |= _change(script, base.columns[name], column)
    _add_constraints(script, base, head)
    _indexes(script, base, head)
    others(script, base, head)
    for name in base.columns:
        if name not in head.columns:
            touched.add(name)
            script.alter(
                f"DROP COLUMN {script.name(name)}", f"drops column {name} and all that is in it", destructive=True
            )
    _mention_order(script, base, head)
    return TableEdits(tuple(script.edits), frozenset(touched))


def _add(script: Script, column: Column) -> None:
    word = "ADD" if script.dialect.name in _ADD_WITHOUT_COLUMN else "ADD COLUMN"
    note = "; fails if the table has rows: it is NOT NULL without a default"
    risky = "NOT NULL" in column.clauses and not {"DEFAULT", "AS", "GENERATED", "IDENTITY"}.intersection(column.clauses)
    sql = f"{word} {definition(column, script.dialect, _CLAUSE_ORDER)}"
    script.alter(sql, f"adds column {column.name}{note if risky else ''}")


def _change(script: Script, old: Column, new: Column) -> set[str]:
    """Change one column; its name, if its type changes."""
    retyped = old.type != new.type
    narrow = retyped and not holds_all(postgres_type(old.type), postgres_type(new.type))
    clauses = differing(old.clauses.items(), new.clauses.items())
    what = f"changes the type of {new.name} from {old.type.text} to {new.type.text}" if retyped else ""
    what += "; narrows it, or may" if narrow else ""
    if script.dialect.name in _FIXED or (set(clauses) - {"DEFAULT", "NOT NULL"} and script.dialect.name not in _WHOLE):
        said = what or f"changes {', '.join(clauses)} of column {new.name}"
        script.by_hand(f"{said}, for which no ALTER is known", NEW_TABLE, destructive=True)
    elif script.dialect.name in _WHOLE:
        said = what or f"changes {', '.join(clauses)} of column {new.name}"
        script.alter(f"MODIFY COLUMN {definition(new, script.dialect, _CLAUSE_ORDER)}", said, destructive=narrow)
    else:
        if retyped:
            way = _RETYPE.get(script.dialect.name, "ALTER COLUMN {name} SET DATA TYPE {type}")
            script.alter(way.format(name=script.name(new.name), type=new.type.text), what, destructive=narrow)
        _change_clauses(script, new, clauses)
    return {new.name} if retyped else set()


def _change_clauses(script: Script, new: Column, clauses: list[str]) -> None:
    column = f"ALTER COLUMN {script.name(new.name)}"
    if "DEFAULT" in clauses:
        action = f"SET {new.text('DEFAULT')}" if "DEFAULT" in new.clauses else "DROP DEFAULT"
        script.alter(f"{column} {action}", f"changes the default of column {new.name}")
    if "NOT NULL" in clauses:
        now = "NOT NULL" in new.clauses
        note = "may not be null; fails if a row has no value in it" if now else "may be null"
        script.alter(f"{column} {'SET' if now else 'DROP'} NOT NULL", f"column {new.name} {note}")


def _drop_constraints(script: Script, base: TableShape, head: TableShape) -> None:
    for one in base.constraints:
        if one not in head.constraints:
            if one.name:
                script.alter(f"DROP CONSTRAINT {script.name(one.name)}", f"drops {label(one)}")
            else:
                manual = "look up the name that the database gave it, and drop it by that"
                script.by_hand(f"drops {label(one)} ({define(one, script.dialect)}), which has no name", manual)


def _add_constraints(script: Script, base: TableShape, head: TableShape) -> None:
    for one in head.constraints:
        if one not in base.constraints:
            script.alter(f"ADD {define(one, script.dialect)}", f"adds {label(one)}; fails if rows break it")


def _indexes(script: Script, base: TableShape, head: TableShape) -> None:
    for name, index in base.indexes.items():
        if head.indexes.get(name) != index:
            on = f" ON {script.table}" if script.dialect.name in {*_WHOLE, "tsql"} else ""
            script.run(f"DROP INDEX {script.name(name)}{on}", f"drops the index {name}")
    for name, index in head.indexes.items():
        if base.indexes.get(name) != index:
            unique = "UNIQUE " if index.unique else ""
            sql = f"CREATE {unique}INDEX {script.name(name)} ON {script.table} {index.body.text}"
            script.run(sql, f"adds the index {name}")


def _mention_order(script: Script, base: TableShape, head: TableShape) -> None:
    old = [name for name in base.columns if name in head.columns]
    if old != [name for name in head.columns if name in base.columns]:
        script.by_hand("the order of the columns changes", f"nothing, unless their place counts; then {NEW_TABLE}")
