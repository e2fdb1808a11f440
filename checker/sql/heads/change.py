"""ALTER, DROP, RENAME and EXCHANGE: later statements on objects that exist."""

from __future__ import annotations

from checker.sql.cursor import Cursor
from checker.sql.draft import Draft
from checker.sql.guess import names_in_strings
from checker.sql.heads.common import mention_after, mention_names, on_cluster, set_cluster, target_names
from checker.sql.heads.create import read_kind
from checker.sql.heads.pipes import connections
from checker.sql.heads.routines import read_on_table
from checker.sql.heads.signature import read_signature
from checker.sql.kinds import ON_TABLE_KINDS
from checker.sql.statement import PARTITION, Action, Parts


def read_alter(cursor: Cursor, draft: Draft) -> None:
    """ALTER KIND [IF EXISTS] name …"""
    if cursor.accept("DEFAULT", "PRIVILEGES"):
        draft.kind, draft.action = "grant", Action.GRANT
        return
    if cursor.accept("SYSTEM"):
        return
    start = cursor.at
    draft.kind = read_kind(cursor)
    if not draft.kind:
        draft.kind = "unknown"
        draft.fail("ALTER of what? This is no kind of object", start)
        return
    draft.action = Action.ALTER
    cursor.accept("IF", "EXISTS")
    cursor.accept("ONLY")
    if draft.kind in ON_TABLE_KINDS:
        _read_alter_on_table(cursor, draft)
        return
    draft.target(_partition(cursor, draft) or cursor.name())
    draft.label = read_signature(cursor) if draft.kind == "function" else ""
    cursor.skip_group()
    on_cluster(cursor, draft)
    if draft.targets:
        _read_change(cursor, draft)


def _partition(cursor: Cursor, draft: Draft) -> tuple[Parts, int, int] | None:
    """PostgreSQL: ALTER TABLE parent ATTACH PARTITION t FOR VALUES …, which says something about t."""
    here = cursor.at
    parent = cursor.name()
    if draft.kind in ("table", "index") and cursor.dialect.psql:
        verb = cursor.accept_any(frozenset({"ATTACH", "DETACH"}))
        if verb and cursor.accept("PARTITION"):
            if draft.kind == "table":
                draft.mention(parent, "order")
                draft.options[PARTITION] = verb.lower()
            return cursor.name()
    cursor.at = here
    return None


def _read_alter_on_table(cursor: Cursor, draft: Draft) -> None:
    read_on_table(cursor, draft)
    if draft.targets and cursor.seek("RENAME", "TO"):
        draft.action = Action.RENAME
        draft.mentions.clear()
        table = draft.targets[0][-1].rpartition(" on ")[2]
        new, first, _ = cursor.name()
        _rename(draft, (*draft.targets[0][:-1], f"{new[-1]} on {table}") if new else (), first)


def _rename(draft: Draft, new: Parts, at: int) -> None:
    if new:
        draft.new_names.append(new)
    else:
        draft.fail("the new name is missing", at)


_IN_CLUSTERS = frozenset({"materialized view", "source", "sink", "index"})


_INDEXED = ("PRIMARY", "UNIQUE", "EXCLUDE")
"""Constraints that come with an index of the same name."""


def _read_change(cursor: Cursor, draft: Draft) -> None:
    here = cursor.at
    if cursor.accept("RENAME", "TO"):
        draft.action = Action.RENAME
        new, first, _ = cursor.name()
        _rename(draft, (*draft.targets[0][:-1], *new[-1:]) if new else (), first)
    elif cursor.accept("SET", "SCHEMA"):
        draft.action = Action.RENAME
        schema, first, _ = cursor.name()
        _rename(draft, (*draft.targets[0][:-2], *schema, draft.targets[0][-1]) if schema else (), first)
    elif cursor.accept("SWAP", "WITH"):
        draft.action = Action.EXCHANGE
        other, first, last = cursor.name()
        own = draft.targets[0]
        draft.target(((*own[: len(own) - len(other)], *other) if other else (), first, last))
    elif cursor.seek("MODIFY", "QUERY"):
        draft.queries.append((cursor.at, len(cursor.tokens)))
        draft.options["query"] = "modified"
    elif cursor.seek("DEPENDS", "ON"):
        mention_names(cursor, draft, "order")
    elif cursor.accept("SET", "FROM"):
        draft.mention(cursor.name(), "read")
    elif draft.kind == "table" and cursor.accept("ADD", "CONSTRAINT"):
        name = cursor.text()
        draft.label = name if cursor.word().startswith(_INDEXED) else ""
    cursor.at = here
    if draft.kind in _IN_CLUSTERS and cursor.dialect.name == "materialize":
        set_cluster(cursor, draft)
    if draft.kind in ("connection", "source", "sink"):
        connections(cursor, draft)
    draft.mentions += names_in_strings(cursor.tokens, cursor.dialect)
    mention_after(cursor, draft, ("REFERENCES",), "order")
    if draft.kind == "sequence" and cursor.seek("OWNED", "BY"):
        parts, first, last = cursor.name()
        if len(parts) > 1:
            draft.mention((parts[:-1], first, last - 2), "order")


def read_drop(cursor: Cursor, draft: Draft) -> None:
    """DROP KIND [IF EXISTS] name, … [CASCADE]"""
    if cursor.word() in ("OWNED", "PREPARED"):
        return
    cursor.accept("TEMPORARY")
    start = cursor.at
    draft.kind = read_kind(cursor)
    if not draft.kind:
        draft.kind = "unknown"
        draft.fail("DROP of what? This is no kind of object", start)
        return
    draft.action = Action.DROP
    cursor.accept("CONCURRENTLY")
    cursor.accept("IF", "EXISTS")
    if draft.kind in ON_TABLE_KINDS:
        read_on_table(cursor, draft)
        draft.mentions.clear()
        return
    start = cursor.at
    target_names(cursor, draft)
    if draft.kind == "function" and len(draft.targets) == 1:
        cursor.at = start
        cursor.name()
        draft.label = read_signature(cursor)
    elif draft.kind in ("schema", "database") and cursor.find("CASCADE") >= 0:
        draft.options["cascade"] = "yes"
    on_cluster(cursor, draft)


def read_rename(cursor: Cursor, draft: Draft) -> None:
    """ClickHouse: RENAME TABLE a TO b, c TO d"""
    draft.kind = read_kind(cursor) or "table"
    draft.action = Action.RENAME
    cursor.accept("IF", "EXISTS")
    while True:
        draft.target(cursor.name())
        if not cursor.accept("TO"):
            draft.fail("RENAME needs TO and the new name", cursor.at)
            return
        new, first, _ = cursor.name()
        _rename(draft, new, first)
        if not cursor.accept(","):
            break
    on_cluster(cursor, draft)


def read_exchange(cursor: Cursor, draft: Draft) -> None:
    """ClickHouse: EXCHANGE TABLES a AND b"""
    draft.kind = {"TABLES": "table", "DICTIONARIES": "dictionary"}.get(cursor.word(), "unknown")
    if draft.kind == "unknown":
        return
    draft.action = Action.EXCHANGE
    cursor.at += 1
    draft.target(cursor.name())
    if cursor.accept("AND"):
        draft.target(cursor.name())
    on_cluster(cursor, draft)
