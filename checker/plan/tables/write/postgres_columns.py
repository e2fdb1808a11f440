"""The columns of a PostgreSQL table: what changes about them, and the ALTERs for it in their order."""

from __future__ import annotations

from dataclasses import dataclass

from checker.plan.tables.quote import beside, literal
from checker.plan.tables.read.column import SERIAL
from checker.plan.tables.read.postgres_names import sequence_name
from checker.plan.tables.shape import Column, TableShape
from checker.plan.tables.write.common import NEW_TABLE, Script, definition
from checker.plan.tables.write.postgres_types import casts_directly, holds_all, postgres_type

_CLAUSE_ORDER = ("COLLATE", "GENERATED", "DEFAULT", "NOT NULL", "STORAGE", "COMPRESSION")
_IDENTITY = (["generated", "always", "as", "identity"], ["generated", "by", "default", "as", "identity"])


Names = dict[str, None]
"""An ordered set."""


@dataclass(frozen=True, slots=True)
class Change:
    """Names of columns, by what happens to them."""

    columns: frozenset[str]
    """All of base's and head's."""
    added: Names
    dropped: Names
    retyped: Names
    rebuilt: Names
    """Computed columns that are dropped and added again around the change."""
    kept: Names
    """On both sides and not rebuilt."""

    @property
    def disturbed(self) -> frozenset[str]:
        return frozenset((*self.dropped, *self.retyped, *self.rebuilt))


def compare(base: TableShape, head: TableShape) -> Change:
    """What happens to each column."""
    common = [name for name in base.columns if name in head.columns]
    dropped = dict.fromkeys(name for name in base.columns if name not in head.columns)
    retyped = [name for name in common if _retyped(base.columns[name], head.columns[name])]
    turned = [name for name in common if _is_computed(head.columns[name]) > _is_computed(base.columns[name])]
    moved = {*dropped, *retyped, *turned}
    rebuilt = dict.fromkeys(name for name in common if _rebuilt(base.columns[name], head.columns[name], moved))
    return Change(
        columns=frozenset((*base.columns, *head.columns)),
        added=dict.fromkeys(name for name in head.columns if name not in base.columns),
        dropped=dropped,
        retyped=dict.fromkeys(name for name in retyped if name not in rebuilt),
        rebuilt=rebuilt,
        kept=dict.fromkeys(name for name in common if name not in rebuilt),
    )


def _retyped(old: Column, new: Column) -> bool:
    return postgres_type(old.type) != postgres_type(new.type) or old.clauses.get("COLLATE") != new.clauses.get(
        "COLLATE"
    )


def _rebuilt(old: Column, new: Column, moved: set[str]) -> bool:
    if not _is_computed(new):
        return _is_computed(old) and old.clauses["GENERATED"].parts[-1] != "stored"  # else DROP EXPRESSION does
    same = old.clauses.get("GENERATED") == new.clauses["GENERATED"] and not _retyped(old, new)
    return not same or not moved.isdisjoint(new.clauses["GENERATED"].names)


def _is_identity(column: Column) -> bool:
    parts = column.clauses["GENERATED"].parts if "GENERATED" in column.clauses else []
    return any(parts[: len(words)] == words for words in _IDENTITY)


def _is_computed(column: Column) -> bool:
    return "GENERATED" in column.clauses and not _is_identity(column)


def _not_null(name: str, shape: TableShape) -> bool:
    column = shape.columns[name]
    return "NOT NULL" in column.clauses or SERIAL in column.clauses or name in shape.key or _is_identity(column)


# What goes -----------------------------------------------------------------------------------------


def take_away(script: Script, base: TableShape, head: TableShape, change: Change) -> None:
    """Computed columns, identities, defaults and NOT NULLs that stand in the way or are gone."""
    going = [name for name in base.columns if name in change.rebuilt or name in change.dropped]
    for name in going:
        if _is_computed(base.columns[name]):
            why = f"to make it anew, drops column {name}" if name in change.rebuilt else f"drops column {name}"
            script.alter(f"DROP COLUMN {script.name(name)}", why, destructive=name in change.dropped)
    for name in change.kept:
        _loosen(script, base, head, name, retyped=name in change.retyped)
    for name in change.rebuilt:
        if not _is_computed(base.columns[name]):
            why = f"to compute it from now on, drops column {name} and all that is in it"
            script.alter(f"DROP COLUMN {script.name(name)}", why, destructive=True)


def _loosen(script: Script, base: TableShape, head: TableShape, name: str, *, retyped: bool) -> None:
    old, new = base.columns[name], head.columns[name]
    column = f"ALTER COLUMN {script.name(name)}"
    if "GENERATED" in old.clauses and old.clauses["GENERATED"] != new.clauses.get("GENERATED"):
        what = "IDENTITY" if _is_identity(old) else "EXPRESSION"
        script.alter(f"{column} DROP {what}", f"column {name} is no longer {old.text('GENERATED')}")
    if SERIAL in old.clauses and SERIAL not in new.clauses:
        script.alter(f"{column} DROP DEFAULT", f"column {name} is no longer serial")
        sequence = beside(script.table, sequence_name(base.table, name), script.dialect)
        script.run(f"DROP SEQUENCE IF EXISTS {sequence}", f"drops the sequence of column {name}")
    elif "DEFAULT" in old.clauses and (retyped or "DEFAULT" not in new.clauses):
        note = "takes away the default while its type changes" if "DEFAULT" in new.clauses else "drops the default"
        script.alter(f"{column} DROP DEFAULT", f"{note} of column {name}")
    if _not_null(name, base) and not _not_null(name, head):
        script.alter(f"{column} DROP NOT NULL", f"column {name} may be null")


def drop(script: Script, base: TableShape, change: Change) -> None:
    """Columns that hold data go last."""
    for name in change.dropped:
        if not _is_computed(base.columns[name]):
            script.alter(
                f"DROP COLUMN {script.name(name)}", f"drops column {name} and all that is in it", destructive=True
            )


# What comes ----------------------------------------------------------------------------------------


def add_plain(script: Script, head: TableShape, change: Change) -> None:
    for name in (*change.added, *change.rebuilt):
        if not _is_computed(head.columns[name]):
            _add(script, head.columns[name])


def add_generated(script: Script, head: TableShape, change: Change) -> None:
    """Computed columns come after those from which they are computed."""
    for name in (*change.added, *change.rebuilt):
        if _is_computed(head.columns[name]):
            _add(script, head.columns[name])


def _add(script: Script, column: Column) -> None:
    clauses = dict(column.clauses)
    serial = clauses.pop(SERIAL, None)
    whole = Column(column.name, serial or column.type, clauses)
    fills = serial or "DEFAULT" in clauses or "GENERATED" in clauses
    note = "; fails if the table has rows: it is NOT NULL without a default"
    note = "" if fills or "NOT NULL" not in clauses else note
    script.alter(f"ADD COLUMN {definition(whole, script.dialect, _CLAUSE_ORDER)}", f"adds column {column.name}{note}")


# What changes --------------------------------------------------------------------------------------


def retype(script: Script, base: TableShape, head: TableShape, change: Change) -> None:
    for name in change.retyped:
        old, new = base.columns[name], head.columns[name]
        before, after = postgres_type(old.type), postgres_type(new.type)
        quoted = script.name(name)
        source = quoted if casts_directly(before, after) else f"CAST({quoted} AS text)"
        collate = f" {new.text('COLLATE')}" if "COLLATE" in new.clauses else ""
        action = f"ALTER COLUMN {quoted} TYPE {new.type.text}{collate} USING CAST({source} AS {new.type.text})"
        if before == after:
            script.alter(action, f"changes the collation of {name}")
            continue
        narrow = not holds_all(before, after)
        note = "; narrows it: fails if a value does not fit, or cuts it" if narrow else ""
        why = f"changes the type of {name} from {old.type.text} to {new.type.text}{note}"
        script.alter(action, why, destructive=narrow)


def give(script: Script, base: TableShape, head: TableShape, change: Change) -> None:
    """Defaults, NOT NULLs, identities and storage that head has."""
    for name in change.kept:
        old, new = base.columns[name], head.columns[name]
        column = f"ALTER COLUMN {script.name(name)}"
        anew = name in change.retyped or old.clauses.get("DEFAULT") != new.clauses.get("DEFAULT")
        if "DEFAULT" in new.clauses and anew:
            script.alter(f"{column} SET {new.text('DEFAULT')}", f"sets the default of column {name}")
        if _not_null(name, head) and not _not_null(name, base):
            script.alter(f"{column} SET NOT NULL", f"column {name} may not be null; fails if a row has no value in it")
        _give_numbers(script, base, head, name)
        for clause in ("STORAGE", "COMPRESSION"):
            if old.clauses.get(clause) != new.clauses.get(clause):
                text = new.text(clause) or f"{clause} DEFAULT"
                script.alter(f"{column} SET {text}", f"changes the {clause} of column {name}")
        _mention_named_not_null(script, old, new)


def _give_numbers(script: Script, base: TableShape, head: TableShape, name: str) -> None:
    """Values from a sequence: of an identity, or of a serial column."""
    old, new = base.columns[name], head.columns[name]
    quoted = script.name(name)
    sequence = beside(script.table, sequence_name(head.table, name), script.dialect)
    if _is_identity(new) and old.clauses.get("GENERATED") != new.clauses["GENERATED"]:
        script.alter(f"ALTER COLUMN {quoted} ADD {new.text('GENERATED')}", f"column {name} becomes an identity")
        owned = f"pg_get_serial_sequence({literal(script.table)}, {literal(name)})"
        _continue(script, owned, quoted, name)
    elif SERIAL in new.clauses and SERIAL not in old.clauses:
        sql = f"CREATE SEQUENCE {sequence} AS {new.type.text} OWNED BY {script.table}.{quoted}"
        script.run(sql, f"makes a sequence for column {name}")
        default = f"SET DEFAULT nextval({literal(sequence)})"
        script.alter(f"ALTER COLUMN {quoted} {default}", f"column {name} becomes serial")
        _continue(script, literal(sequence), quoted, name)
    elif SERIAL in new.clauses and old.clauses[SERIAL] != new.clauses[SERIAL]:
        sql = f"ALTER SEQUENCE {sequence} AS {new.type.text}"
        script.run(sql, f"gives the sequence of column {name} the column's type")


def _continue(script: Script, sequence: str, quoted: str, name: str) -> None:
    highest = f"(SELECT coalesce(max({quoted}), 0) + 1 FROM {script.table})"
    script.run(f"SELECT setval({sequence}, {highest}, false)", f"new values of {name} follow those that are there")


def _mention_named_not_null(script: Script, old: Column, new: Column) -> None:
    both = old.clauses.get("NOT NULL"), new.clauses.get("NOT NULL")
    if both[0] and both[1] and both[0] != both[1]:
        script.by_hand(
            f"the NOT NULL of column {new.name} changes from {both[0].text} to {both[1].text}",
            "from PostgreSQL 18 on, ALTER TABLE … RENAME CONSTRAINT renames it; before, the name has no effect",
        )


def mention_order(script: Script, base: TableShape, head: TableShape) -> None:
    """PostgreSQL cannot move a column: said aloud, for SELECT * and INSERT without names see it."""
    old = [name for name in base.columns if name in head.columns]
    new = [name for name in head.columns if name in base.columns]
    if old != new:
        moved = next(a for a, b in zip(old, new, strict=True) if a != b)
        script.by_hand(
            f"the order of the columns changes, from {moved} on; PostgreSQL keeps the order they were added in",
            f"nothing, unless something reads the columns by their place; then {NEW_TABLE}",
        )
