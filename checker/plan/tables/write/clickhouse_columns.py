"""The columns of a ClickHouse table: what changes about them, and the actions of ALTER for it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from checker.plan.tables.edit import TableEdit
from checker.plan.tables.phrase import Phrase
from checker.plan.tables.read.clickhouse_alter import VALUES
from checker.plan.tables.shape import Column, TableShape
from checker.plan.tables.write.clickhouse_types import casts, clickhouse_type, holds_all, is_nested, is_nullable
from checker.plan.tables.write.common import Script, definition
from checker.plan.tables.write.key_items import key_items

_REMOVABLE = (*VALUES, "COMMENT", "CODEC", "TTL")
_CLAUSE_ORDER = (*VALUES, "COMMENT", "CODEC", "STATISTICS", "TTL", "COLLATE", "SETTINGS")


Names = dict[str, None]
"""An ordered set."""


@dataclass(frozen=True, slots=True)
class ColumnChange:
    """Names of columns, by what happens to them."""

    added: Names
    dropped: Names
    modified: Names
    """On both sides, and not the same."""
    retyped: Names
    recreated: Names
    """Stored on one side and computed at every read on the other: dropped and added again."""
    moved: frozenset[str]
    """On both sides, but at another place among the others."""
    appended: Names
    """Added columns that head's ORDER BY has after all of base's."""
    unalterable: Names

    @property
    def touched(self) -> frozenset[str]:
        return frozenset((*self.dropped, *self.retyped, *self.recreated))


def compare(base: TableShape, head: TableShape) -> ColumnChange:
    """What happens to each column."""
    common = [name for name in head.columns if name in base.columns]
    recreated = dict.fromkeys(name for name in common if _recreated(base.columns[name], head.columns[name]))
    kept = dict.fromkeys(name for name in common if name not in recreated)
    modified = dict.fromkeys(name for name in kept if not _same(base.columns[name], head.columns[name]))
    retyped = dict.fromkeys(name for name in modified if _retyped(base.columns[name], head.columns[name]))
    added = dict.fromkeys(name for name in head.columns if name not in base.columns)
    return ColumnChange(
        added=added,
        dropped=dict.fromkeys(name for name in base.columns if name not in head.columns),
        modified=modified,
        retyped=retyped,
        recreated=recreated,
        moved=_moved([name for name in base.columns if name in kept], list(kept)),
        appended=_appended(base, head, added),
        unalterable=dict.fromkeys(name for name in modified if not _alterable(base.columns[name], head.columns[name])),
    )


def _same(old: Column, new: Column) -> bool:
    return clickhouse_type(old.type) == clickhouse_type(new.type) and old.clauses == new.clauses


def _retyped(old: Column, new: Column) -> bool:
    return clickhouse_type(old.type) != clickhouse_type(new.type)


def _recreated(old: Column, new: Column) -> bool:
    """Whether a column is stored cannot be modified, nor the type of one that is not."""
    places = [[key for key in ("ALIAS", "EPHEMERAL") if key in column.clauses] for column in (old, new)]
    return places[0] != places[1] or (bool(places[0]) and _retyped(old, new))


def _alterable(old: Column, new: Column) -> bool:
    """Columns without a type have the one of their default, which is not known here."""
    if not old.type or not new.type:
        return False
    if is_nested(clickhouse_type(old.type)) or not casts(clickhouse_type(old.type), clickhouse_type(new.type)):
        return old.type == new.type
    return all(old.clauses.get(key) == new.clauses.get(key) for key in ("STATISTICS", "COLLATE", "SETTINGS"))


def _appended(base: TableShape, head: TableShape, added: Names) -> Names:
    """ClickHouse lets ORDER BY grow at its end, by columns that come with it and have no default."""
    old, new = key_items(base.clauses.get("ORDER BY")), key_items(head.clauses.get("ORDER BY"))
    more = tuple(name.strip('"') for name in new[len(old) :])
    if not more or not old or new[: len(old)] != old:
        return {}
    plain = all(name in added and not set(VALUES).intersection(head.columns[name].clauses) for name in more)
    return dict.fromkeys(more) if plain else {}


def _moved(old: list[str], new: list[str]) -> frozenset[str]:
    """The fewest columns to move: all but the longest run that is in order on both sides."""
    place = {name: at for at, name in enumerate(old)}
    ends: list[int] = []
    before: dict[str, str | None] = {}
    names: list[str] = []
    for name in new:
        at = bisect_left(ends, place[name])
        before[name] = names[at - 1] if at else None
        ends[at : at + 1] = [place[name]]
        names[at : at + 1] = [name]
    stays: set[str] = set()
    last = names[-1] if names else None
    while last is not None:
        stays.add(last)
        last = before[last]
    return frozenset(new) - stays


def column_actions(
    script: Script, base: TableShape, head: TableShape, change: ColumnChange
) -> tuple[list[TableEdit], list[TableEdit]]:
    """The actions that add, modify and move columns, in head's order of columns; and those to run after them."""
    actions: list[TableEdit] = []
    finishing: list[TableEdit] = []
    previous = ""
    for name, column in head.columns.items():
        place = f" AFTER {script.name(previous)}" if previous else " FIRST"
        if name in change.added or name in change.recreated:
            sql = f"ADD COLUMN {definition(column, script.dialect, _CLAUSE_ORDER)}{place}"
            actions.append(TableEdit(sql, f"adds column {name}"))
        elif name in change.modified:
            actions += _modify(script, base.columns[name], column, place if name in change.moved else "")
            finishing += _finish(script, base.columns[name], column)
        elif name in change.moved:
            sql = f"MODIFY COLUMN {script.name(name)} {column.type.text or column.text('DEFAULT')}{place}"
            actions.append(TableEdit(sql, f"moves column {name}: {'after ' + previous if previous else 'first'}"))
        previous = name
    return actions, finishing


def _modify(script: Script, old: Column, new: Column, place: str) -> list[TableEdit]:
    name = script.name(new.name)
    replaced = bool(set(VALUES).intersection(new.clauses))
    lost = [key for key in _REMOVABLE if key in old.clauses and key not in new.clauses]
    lost = [key for key in lost if not (key in VALUES and replaced)]
    removals = [
        TableEdit(f"MODIFY COLUMN {name} REMOVE {key}", f"removes the {key} of column {new.name}") for key in lost
    ]
    left = {key: phrase for key, phrase in old.clauses.items() if key not in lost}
    if clickhouse_type(old.type) == clickhouse_type(new.type) and left == new.clauses and not place:
        return removals
    shown = {key: phrase for key, phrase in new.clauses.items() if key in _REMOVABLE}
    why, destructive = _why(old, new)
    if _loses_null(old, new):
        removals = [one for one in removals if not one.sql.endswith("REMOVE DEFAULT")]
        filler = f"DEFAULT defaultValueOfTypeName({_literal(new.type.text)})"
        shown["DEFAULT"] = Phrase(filler, filler)
        why += "; NULLs become the type's default value"
    whole = definition(Column(new.name, new.type, shown), script.dialect, _CLAUSE_ORDER)
    return [*removals, TableEdit(f"MODIFY COLUMN {whole}{place}", why, destructive)]


def _loses_null(old: Column, new: Column) -> bool:
    """ClickHouse wants a default for what was NULL."""
    nullable = is_nullable(clickhouse_type(old.type)) and not is_nullable(clickhouse_type(new.type))
    return nullable and not set(VALUES).intersection(new.clauses)


def _finish(script: Script, old: Column, new: Column) -> list[TableEdit]:
    if not _loses_null(old, new):
        return []
    why = f"column {new.name} has no default of its own"
    return [TableEdit(f"MODIFY COLUMN {script.name(new.name)} REMOVE DEFAULT", why)]


def _literal(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _why(old: Column, new: Column) -> tuple[str, bool]:
    """What a MODIFY COLUMN does, and whether it may lose values."""
    before, after = clickhouse_type(old.type), clickhouse_type(new.type)
    parts: list[str] = []
    destructive = False
    if before != after:
        destructive = not holds_all(before, after)
        note = ", which narrows it: fails if a value cannot be read as the new type, or loses it" if destructive else ""
        parts.append(f"changes the type of {new.name} from {old.type.text} to {new.type.text}{note}")
    for key in _REMOVABLE:
        if old.clauses.get(key) != new.clauses.get(key) and key in new.clauses:
            parts.append(f"changes the {key} of {new.name}")
            destructive = destructive or key == "TTL"
    if "MATERIALIZED" in new.clauses and old.clauses.get("MATERIALIZED") != new.clauses["MATERIALIZED"]:
        parts.append(f"rows that are there keep their values until MATERIALIZE COLUMN {new.name}")
    return "; ".join(parts) or f"moves column {new.name}", destructive
