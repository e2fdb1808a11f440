"""Sources, sinks, connections and secrets: what they connect through and what they read."""

from __future__ import annotations

from checker.sql.cursor import Cursor, is_word
from checker.sql.draft import Draft
from checker.sql.heads.common import in_cluster, mention_after
from checker.sql.statement import Role

_CONNECTORS: tuple[tuple[str, ...], ...] = (
    ("CONNECTION",),
    ("SECRET",),
    ("SSH", "TUNNEL"),
    ("AWS", "PRIVATELINK"),
)


def connections(cursor: Cursor, draft: Draft) -> None:
    """CONNECTION x, SECRET x, SSH TUNNEL x, AWS PRIVATELINK x, also nested in options.

    A word after one of them that is followed by neither a list's end nor an option is a name.
    """
    role: Role = "connection"
    for words in _CONNECTORS:
        mention_after(cursor, draft, words, role)


def read_source_object(cursor: Cursor, draft: Draft) -> None:
    """CREATE SOURCE s [IN CLUSTER c] FROM KAFKA CONNECTION k …"""
    in_cluster(cursor, draft)
    connections(cursor, draft)


def read_sink(cursor: Cursor, draft: Draft) -> None:
    """CREATE SINK s [IN CLUSTER c] FROM v INTO …, or AS SELECT … WITH (…)"""
    in_cluster(cursor, draft)
    if cursor.seek("FROM"):
        draft.mention(cursor.name(), "read")
    elif cursor.seek("AS"):
        start, end = cursor.at, cursor.find("WITH", "(")
        draft.queries.append((start, end if end >= 0 else len(cursor.tokens)))
    connections(cursor, draft)


def read_connection(cursor: Cursor, draft: Draft) -> None:
    """CREATE CONNECTION k TO … (…); CREATE SECRET s AS …"""
    if draft.kind == "connection":
        cursor.accept("TO")
        if not cursor.done and is_word(cursor.tokens[cursor.at]):
            _skip_type(cursor)
        connections(cursor, draft)


def _skip_type(cursor: Cursor) -> None:
    """TO SSH TUNNEL (…) and TO AWS PRIVATELINK (…) are types of connection, no names."""
    while not cursor.done and cursor.word() != "(":
        cursor.at += 1
