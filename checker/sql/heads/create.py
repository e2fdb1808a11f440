"""CREATE: which kind, which name, and who reads the rest."""

from __future__ import annotations

from collections.abc import Callable

from checker.sql.cursor import Cursor
from checker.sql.draft import Draft
from checker.sql.heads import pipes, relations, routines
from checker.sql.heads.common import guess_reads, on_cluster
from checker.sql.kinds import KIND_WORDS, ON_TABLE_KINDS, PLAIN_KINDS
from checker.sql.statement import Action

_MODIFIERS = frozenset(
    """TEMP TEMPORARY UNLOGGED GLOBAL LOCAL RECURSIVE UNIQUE DEFAULT EXTERNAL TRANSIENT SECURE TRUSTED
    PROCEDURAL CLUSTERED NONCLUSTERED BITMAP FULLTEXT VOLATILE HYBRID ICEBERG REFRESHABLE PERMANENT""".split()
)

_READERS: dict[str, Callable[[Cursor, Draft], None]] = {
    "view": relations.read_view,
    "materialized view": relations.read_view,
    "table": relations.read_table,
    "index": relations.read_index,
    "source": pipes.read_source_object,
    "sink": pipes.read_sink,
    "connection": pipes.read_connection,
    "secret": pipes.read_connection,
    "function": routines.read_function,
    "trigger": routines.read_trigger,
    "policy": routines.read_on_table,
    "row policy": routines.read_on_table,
    "rule": routines.read_on_table,
    "sequence": routines.read_sequence,
    "operator": routines.read_operator,
    "dictionary": relations.read_dictionary,
}


def read_create(cursor: Cursor, draft: Draft) -> None:
    """CREATE [OR REPLACE] [modifiers] KIND [IF NOT EXISTS] name …"""
    draft.action = Action.CREATE
    draft.replaces = cursor.words[cursor.at - 1] == "REPLACE" or cursor.accept("OR", "REPLACE")
    while word := cursor.accept_any(_MODIFIERS):
        draft.recursive |= word == "RECURSIVE"
    start = cursor.at
    draft.kind = read_kind(cursor)
    if not draft.kind:
        draft.kind, draft.action = "unknown", Action.NONE
        draft.fail("CREATE of what? This is no kind of object", start)
        return
    draft.replaces |= cursor.accept("OR", "REPLACE")  # ClickHouse: CREATE USER OR REPLACE u
    if draft.kind == "index":
        relations.read_index(cursor, draft)
        return
    draft.if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    if draft.kind == "schema" and cursor.word() == "AUTHORIZATION":
        cursor.at += 1
    if draft.kind not in ON_TABLE_KINDS:
        draft.target(cursor.name())
    while draft.kind in ("role", "user") and cursor.accept(","):
        draft.target(cursor.name())
    if draft.kind == "user" and cursor.dialect.psql:  # the same as CREATE ROLE … LOGIN
        draft.kind = "role"
    on_cluster(cursor, draft)
    if draft.targets or draft.kind in ON_TABLE_KINDS:
        _READERS.get(draft.kind, guess_reads)(cursor, draft)


def read_kind(cursor: Cursor) -> str:
    """Step over the words that name a kind; nothing if there are none."""
    for words, kind in KIND_WORDS:
        if cursor.accept(*words):
            return kind
    word = cursor.word().lower()
    if word in PLAIN_KINDS:
        cursor.at += 1
        return word
    return ""
