"""Clauses that many statements share."""

from __future__ import annotations

from checker.sql.cursor import Cursor
from checker.sql.draft import Draft
from checker.sql.guess import reads_by_tokens
from checker.sql.statement import Role


def on_cluster(cursor: Cursor, draft: Draft) -> None:
    """ClickHouse: ON CLUSTER name, anywhere outside brackets."""
    at = cursor.find("ON", "CLUSTER")
    if at >= 0:
        draft.cluster = _text_at(cursor, at + 2)


def in_cluster(cursor: Cursor, draft: Draft, before: int | None = None) -> None:
    """Materialize: IN CLUSTER name, before a query that might hold the same words."""
    at = cursor.find("IN", "CLUSTER")
    if at >= 0 and (before is None or at < before):
        draft.cluster = _text_at(cursor, at + 2)


def set_cluster(cursor: Cursor, draft: Draft) -> None:
    """Materialize: ALTER … SET CLUSTER name, or SET (CLUSTER = name, …)"""
    at = cursor.find("SET", "CLUSTER")
    if at < 0 and (listed := cursor.find("SET", "(")) >= 0:
        starts = (at for at in range(listed + 2, len(cursor.tokens)) if cursor.words[at] == "CLUSTER")
        at = next((at - 1 for at in starts if cursor.words[at - 1] in ("(", ",")), -1)
    if at >= 0:
        at += 2
        draft.cluster = _text_at(cursor, at + (cursor.words[at : at + 1] == ["="]))


def _text_at(cursor: Cursor, at: int) -> str:
    here, cursor.at = cursor.at, at
    text = cursor.text()
    cursor.at = here
    return text


def mention_names(cursor: Cursor, draft: Draft, role: Role) -> None:
    """A list of names, separated by commas."""
    while True:
        draft.mention(cursor.name(), role)
        if not cursor.accept(","):
            return


def target_names(cursor: Cursor, draft: Draft) -> None:
    """A list of names that the statement concerns; a routine's arguments are stepped over."""
    while True:
        draft.target(cursor.name())
        cursor.skip_group()
        if not cursor.accept(","):
            return


def guess_reads(cursor: Cursor, draft: Draft, *, changes: bool = False) -> None:
    """What the rest of a statement reads, where it is no query that could be parsed."""
    draft.mentions += reads_by_tokens(cursor.tokens[cursor.at :], cursor.dialect, changes=changes)


_NOT_CALLED = frozenset(
    "USING INCLUDE WITH WHERE ON AND OR NOT IN CHECK VALUES AS FOR TO KEY UNIQUE EXISTS ANY ALL SOME ROW CASE".split()
)


def mention_calls(cursor: Cursor, draft: Draft) -> None:
    """Every name that an opening parenthesis follows: perhaps a function of the project."""
    here = cursor.at
    at = here
    while at < len(cursor.tokens):
        cursor.at = at
        parts, first, last = cursor.name() if cursor.words[at] not in _NOT_CALLED else ((), at, at)
        called = parts and last < len(cursor.tokens) and cursor.words[last] == "("
        if called:
            draft.mention((parts, first, last), "use")
        at = max(last, at + 1)
    cursor.at = here


def mention_after(cursor: Cursor, draft: Draft, words: tuple[str, ...], role: Role) -> None:
    """The names that follow these words, wherever they stand."""
    first = words[0]
    for at in range(cursor.at, len(cursor.tokens)):
        if cursor.words[at] == first and tuple(cursor.words[at : at + len(words)]) == words:
            here, cursor.at = cursor.at, at + len(words)
            cursor.accept("=")
            if cursor.words[cursor.at : cursor.at + 2] != ["ACCESS", "KEY"]:  # an AWS option, no name
                draft.mention(cursor.name(), role)
            cursor.at = here
