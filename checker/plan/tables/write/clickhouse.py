"""Two shapes of a ClickHouse table → the ALTERs between them."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

from checker.plan.tables.edit import TableEdit, TableEdits
from checker.plan.tables.phrase import Phrase
from checker.plan.tables.shape import TableShape
from checker.plan.tables.write.clickhouse_columns import ColumnChange, column_actions, compare
from checker.plan.tables.write.clickhouse_keys import unalterable
from checker.plan.tables.write.common import Script, define, differing, label, others, rename_columns
from checker.sql.dialect import Dialect

_REBUILD = (
    "make a new table with the new definition, INSERT INTO it SELECT from the old one, EXCHANGE TABLES, "
    "and drop the old one when the rows are seen to be there"
)


def clickhouse_edits(table: str, base: TableShape, head: TableShape, dialect: Dialect) -> TableEdits:
    """Take away what stands in the way, change the columns, drop columns, add what is new."""
    before = frozenset(base.columns)
    script = Script(table, dialect, cluster=_cluster(head))
    renamed = rename_columns(script, base, head)
    change = compare(base, head)
    if why := unalterable(base, head, change, renamed):
        return TableEdits((TableEdit("", why, destructive=True, manual=_REBUILD),), before)
    _drop_parts(script, base, head, change)
    early = _early(base, change)
    _drop_columns(script, base, [*early, *change.recreated], frozenset(change.recreated))
    _change_columns(script, base, head, change)
    _drop_columns(script, base, [name for name in change.dropped if name not in early])
    _add_parts(script, base, head, change)
    _settings(script, base, head)
    _comment(script, base, head)
    others(script, base, head)
    return TableEdits(tuple(script.edits), change.touched | frozenset(renamed))


def _cluster(shape: TableShape) -> str:
    clause = shape.clauses.get("ON CLUSTER")
    return f" ON CLUSTER {clause.text}" if clause else ""


# Columns -------------------------------------------------------------------------------------------


def _change_columns(script: Script, base: TableShape, head: TableShape, change: ColumnChange) -> None:
    """One statement per change, or one for all where they depend on each other: then only the end must be valid."""
    actions, finishing = column_actions(script, base, head, change)
    changed = frozenset((*change.added, *change.recreated, *change.modified, *change.dropped))
    ttls = [shape.clauses.get("TTL", Phrase()) for shape in (base, head)]
    new_ttl = ttls[0] != ttls[1]
    joint = any(
        not changed.isdisjoint(shape.columns[name].mentions - {name})
        for shape in (base, head)
        for name in (*change.added, *change.recreated, *change.modified)
        if name in shape.columns
    )
    joint = joint or (new_ttl and any(not changed.isdisjoint(ttl.names) for ttl in ttls))
    if base.clauses.get("ORDER BY") != head.clauses.get("ORDER BY") and change.appended:
        order = head.clauses["ORDER BY"].text
        why = f"appends {', '.join(change.appended)} to ORDER BY; the primary key stays as it is"
        actions.append(TableEdit(f"MODIFY ORDER BY {order}", why))
        joint = True
    if new_ttl:  # the last action: what stands behind its comma would be one more TTL
        sql = f"MODIFY TTL {ttls[1].text}" if ttls[1] else "REMOVE TTL"
        why = "changes the TTL: rows are deleted when it is over" if ttls[1] else "removes the TTL"
        actions.append(TableEdit(sql, why, destructive=bool(ttls[1])))
    if joint and len(actions) > 1:
        sql = ", ".join(action.sql for action in actions)
        why = "; ".join(dict.fromkeys(action.why for action in actions))
        script.alter(sql, why, destructive=any(action.destructive for action in actions))
        actions = []
    for action in (*actions, *finishing):
        script.alter(action.sql, action.why, destructive=action.destructive)


def _early(base: TableShape, change: ColumnChange) -> list[str]:
    """Dropped columns computed from changed ones go first, where nothing else needs them."""
    moving = frozenset((*change.added, *change.recreated, *change.modified))
    needed = frozenset().union(*(one.mentions for name, one in base.columns.items() if name not in change.dropped))
    needed |= base.clauses.get("TTL", Phrase()).names
    return [
        name for name in change.dropped if name not in needed and not moving.isdisjoint(base.columns[name].mentions)
    ]


def _drop_columns(script: Script, base: TableShape, names: list[str], recreated: frozenset[str] = frozenset()) -> None:
    """A column computed from another goes before it."""
    users: dict[str, list[str]] = {name: [] for name in names}
    for user in names:
        for name in sorted((base.columns[user].mentions - {user}) & users.keys()):
            users[name].append(user)
    try:
        order = list(TopologicalSorter(users).static_order())
    except CycleError:  # a function of the same name as a column looks like a use of it
        order = names
    for name in order:
        if name in recreated:
            stored = not {"ALIAS", "EPHEMERAL"}.intersection(base.columns[name].clauses)
            why = f"to store it in another way, drops column {name}"
            script.alter(f"DROP COLUMN {script.name(name)}", why, destructive=stored)
        else:
            script.drop_column(name)


# Indexes, projections, constraints -----------------------------------------------------------------


def _parts(shape: TableShape, script: Script) -> dict[tuple[str, str], tuple[Phrase, str, str]]:
    """(kind, name) → what it says, its definition, what it is called."""
    found: dict[tuple[str, str], tuple[Phrase, str, str]] = {}
    for one in shape.constraints:
        phrase = Phrase(f"{one.kind} {one.rest.key}", names=one.rest.names)
        found["CONSTRAINT", one.name] = (phrase, define(one, script.dialect), label(one))
    for name, index in shape.indexes.items():
        found["INDEX", name] = (index.body, f"INDEX {script.name(name)} {index.body.text}", f"the index {name}")
    for name, body in shape.projections.items():
        found["PROJECTION", name] = (body, f"PROJECTION {script.name(name)} {body.text}", f"the projection {name}")
    return found


def _in_the_way(phrase: Phrase, change: ColumnChange) -> bool:
    return not phrase.names.isdisjoint(change.touched)


def _drop_parts(script: Script, base: TableShape, head: TableShape, change: ColumnChange) -> None:
    after = _parts(head, script)
    for (kind, name), (phrase, _, called) in _parts(base, script).items():
        stays = (kind, name) in after and after[kind, name][0] == phrase
        if not stays or _in_the_way(phrase, change):
            verb = "to make it anew, drops" if (kind, name) in after else "drops"
            script.alter(f"DROP {kind} {script.name(name)}", f"{verb} {called}")


def _add_parts(script: Script, base: TableShape, head: TableShape, change: ColumnChange) -> None:
    before = _parts(base, script)
    for (kind, name), (phrase, sql, called) in _parts(head, script).items():
        stays = (kind, name) in before and before[kind, name][0] == phrase
        if not stays or _in_the_way(phrase, change):
            note = "" if kind == "CONSTRAINT" else f"; for rows that are there, MATERIALIZE {kind} {script.name(name)}"
            script.alter(f"ADD {sql}", f"adds {called}{note}")


# The table -----------------------------------------------------------------------------------------


def _settings(script: Script, base: TableShape, head: TableShape) -> None:
    for key in differing(base.settings.items(), head.settings.items()):
        value = head.settings.get(key)
        if value is None:
            script.alter(f"RESET SETTING {script.name(key)}", f"takes back the setting {key}")
        else:
            script.alter(f"MODIFY SETTING {script.name(key)} = {value.text}", f"changes the setting {key}")


def _comment(script: Script, base: TableShape, head: TableShape) -> None:
    new = head.clauses.get("COMMENT")
    if base.clauses.get("COMMENT") != new:
        text = new.text if new else "''"
        script.alter(f"MODIFY COMMENT {text}", "changes the comment of the table")
