"""Two shapes of a PostgreSQL table → the ALTERs between them."""

from __future__ import annotations

from checker.plan.tables.edit import TableEdit, TableEdits
from checker.plan.tables.quote import beside
from checker.plan.tables.shape import Constraint, Index, TableShape
from checker.plan.tables.write import postgres_columns as columns
from checker.plan.tables.write.common import (
    NEW_TABLE,
    Script,
    define,
    differing,
    key_columns,
    label,
    others,
    rename_columns,
    renames,
)
from checker.sql.dialect import Dialect

_ALTERABLE = frozenset({"TABLESPACE", "USING"})
_KEYS = frozenset({"PRIMARY KEY", "UNIQUE", "UNIQUE NULLS NOT DISTINCT"})
_ADD_ORDER = ("PRIMARY KEY", "UNIQUE", "UNIQUE NULLS NOT DISTINCT", "EXCLUDE", "CHECK", "FOREIGN KEY")


def postgres_edits(table: str, base: TableShape, head: TableShape, dialect: Dialect) -> TableEdits:
    """Take away what stands in the way, change the columns, add what is new, drop columns last."""
    before = frozenset(base.columns)
    script = Script(table, dialect)
    if base.attached != head.attached and base.attached:
        action = f"ALTER TABLE {base.attached.parent.text} DETACH PARTITION {table}"
        script.run(action, f"takes the table and its rows out of {base.attached.parent.text}", destructive=True)
    old_names = {new: old for old, new in renames(base, head)}
    renamed = frozenset(rename_columns(script, base, head))
    change = columns.compare(base, head)
    if why := _unalterable(base, head, change):
        edit = TableEdit("", why, destructive=True, manual=NEW_TABLE)
        return TableEdits((edit,), before)
    keys = _Constraints(base, head, change)
    indexes = _Indexes(base, head, change)
    keys.drop(script)
    indexes.drop(script)
    keys.rename(script)
    indexes.rename(script)
    columns.take_away(script, base, head, change)
    columns.add_plain(script, head, change)
    columns.retype(script, base, head, change)
    columns.give(script, base, head, change)
    columns.add_generated(script, head, change)
    keys.add(script, head)
    indexes.add(script)
    _options(script, base, head)
    others(script, base, head)
    columns.drop(script, base, change)
    if base.attached != head.attached and head.attached:
        parent, rows = head.attached.parent.text, head.attached.rows.text
        script.run(f"ALTER TABLE {parent} ATTACH PARTITION {table} {rows}", f"makes it a partition of {parent}")
    columns.mention_order(script, base, head)
    unkeyed = change.disturbed | key_columns(keys.lost) | indexes.key_columns
    unkeyed |= {old_names[name] for name in unkeyed if name in old_names}
    return TableEdits(tuple(script.edits), change.disturbed | renamed, renamed - change.disturbed, unkeyed)


def _unalterable(base: TableShape, head: TableShape, change: columns.Change) -> str:
    """Which clause no ALTER can change; empty where there is none."""
    clauses = [key for key in differing(base.clauses.items(), head.clauses.items()) if key not in _ALTERABLE]
    if "CREATE" in clauses and {_logged(base), _logged(head)} <= {"", "unlogged"}:
        clauses.remove("CREATE")
    if base.elements != head.elements:
        clauses.append("LIKE")
    if clauses:
        return f"changes {', '.join(_spelled(key) for key in clauses)}, which PostgreSQL cannot alter"
    partition = base.clauses.get("PARTITION BY")
    moved = sorted(change.disturbed & partition.names) if partition else []
    return f"changes {', '.join(moved)}, by which the table is partitioned" if moved else ""


def _spelled(clause: str) -> str:
    return {"CREATE": "the kind of table (TEMPORARY, UNLOGGED, …)", "AS": "the query (AS)"}.get(clause, clause)


def _logged(shape: TableShape) -> str:
    clause = shape.clauses.get("CREATE")
    return clause.key if clause else ""


def _options(script: Script, base: TableShape, head: TableShape) -> None:
    if _logged(base) != _logged(head):
        kind = "UNLOGGED" if _logged(head) else "LOGGED"
        script.alter(f"SET {kind}", f"makes the table {kind}")
    for key, verb, usual in (("TABLESPACE", "TABLESPACE", "pg_default"), ("USING", "ACCESS METHOD", "heap")):
        new = head.clauses.get(key)
        if base.clauses.get(key) != new:
            script.alter(f"SET {verb} {new.text if new else usual}", f"changes the table's {verb}")
    for key in differing(base.settings.items(), head.settings.items()):
        value = head.settings.get(key)
        if value is None:
            script.alter(f"RESET ({key})", f"takes back the option {key}")
        else:
            script.alter(f"SET ({key} = {value.text})", f"sets the option {key}")


class _Constraints:
    """The constraints that go, come, or only change their name."""

    def __init__(self, base: TableShape, head: TableShape, change: columns.Change) -> None:
        self.lost = [one for one in base.constraints if one not in head.constraints or _disturbed(one, change)]
        if change.retyped or any(one.kind in _KEYS for one in self.lost):
            # A key that is referenced cannot be dropped, nor have another type than what refers to it.
            self.lost += [one for one in base.constraints if one not in self.lost and _to_itself(one, base)]
        kept = [one for one in base.constraints if one not in self.lost]
        self.gained = [one for one in head.constraints if one not in kept]
        self.renamed: list[tuple[Constraint, Constraint]] = []
        names = {one.name for one in base.constraints}
        for old in list(self.lost):
            new = next((new for new in self.gained if new.definition == old.definition and new.name not in names), None)
            if new is not None and not _disturbed(old, change):
                self.renamed.append((old, new))
                self.lost.remove(old)
                self.gained.remove(new)

    def drop(self, script: Script) -> None:
        for one in sorted(self.lost, key=lambda one: -_ADD_ORDER.index(one.kind)):
            note = "; fails while other tables reference it" if one.kind in _KEYS else ""
            again = any(new.name == one.name for new in self.gained)
            verb = "to make it anew, drops" if again else "drops"
            script.alter(f"DROP CONSTRAINT {script.name(one.name)}", f"{verb} {label(one)}{note}")

    def rename(self, script: Script) -> None:
        for old, new in self.renamed:
            action = f"RENAME CONSTRAINT {script.name(old.name)} TO {script.name(new.name)}"
            script.alter(action, f"renames {label(old)} to {new.name}")

    def add(self, script: Script, head: TableShape) -> None:
        for one in sorted(self.gained, key=lambda one: _ADD_ORDER.index(one.kind)):
            script.alter(f"ADD {define(one, script.dialect)}", f"adds {label(one)}; fails if rows break it")


def _disturbed(one: Constraint, change: columns.Change) -> bool:
    """Whether a constraint must be out of the way while columns change."""
    if one.kind in ("CHECK", "EXCLUDE") and one.mentions(frozenset(change.retyped)):
        return True
    return one.mentions(frozenset(change.rebuilt))


def _to_itself(one: Constraint, shape: TableShape) -> bool:
    return one.kind == "FOREIGN KEY" and shape.table in one.rest.names


_PLAIN_INDEX = frozenset({"(", ")", ",", "using", "btree", "asc", "desc", "nulls", "first", "last"})


class _Indexes:
    """The indexes that go, come, or only change their name."""

    def __init__(self, base: TableShape, head: TableShape, change: columns.Change) -> None:
        stays = {name for name, one in base.indexes.items() if head.indexes.get(name) == one}
        stays = {name for name in stays if not _in_the_way(base.indexes[name], change)}
        self.lost = [one for name, one in base.indexes.items() if name not in stays]
        self.gained = [one for name, one in head.indexes.items() if name not in stays]
        self.renamed: list[tuple[Index, Index]] = []
        for old in list(self.lost):
            same = (new for new in self.gained if (new.body, new.unique) == (old.body, old.unique))
            new = next((new for new in same if new.name not in base.indexes), None)
            if new is not None and not _in_the_way(old, change):
                self.renamed.append((old, new))
                self.lost.remove(old)
                self.gained.remove(new)

    @property
    def key_columns(self) -> frozenset[str]:
        """The columns of unique indexes that go: foreign keys can lead to them as to keys."""
        return frozenset().union(*(one.body.names for one in self.lost if one.unique))

    def drop(self, script: Script) -> None:
        for one in self.lost:
            name = beside(script.table, one.name, script.dialect)
            again = any(new.name == one.name for new in self.gained)
            script.run(f"DROP INDEX {name}", f"{'to make it anew, drops' if again else 'drops'} the index {one.name}")

    def rename(self, script: Script) -> None:
        for old, new in self.renamed:
            name = beside(script.table, old.name, script.dialect)
            sql = f"ALTER INDEX {name} RENAME TO {script.name(new.name)}"
            script.run(sql, f"renames the index {old.name} to {new.name}")

    def add(self, script: Script) -> None:
        for one in self.gained:
            unique = "UNIQUE " if one.unique else ""
            sql = f"CREATE {unique}INDEX {script.name(one.name)} ON {script.table} {one.body.text}"
            note = "; fails if rows break it" if one.unique else ""
            script.run(sql, f"adds the {unique.lower()}index {one.name}{note}")


def _in_the_way(index: Index, change: columns.Change) -> bool:
    names = index.body.names
    if not names.isdisjoint(change.rebuilt):
        return True
    plain = all(part in _PLAIN_INDEX or part.strip('"') in change.columns for part in index.body.parts)
    return not plain and not names.isdisjoint(change.retyped)
