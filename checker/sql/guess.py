"""What SQL reads that sqlglot cannot: the best guess from its tokens."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import Token, TokenType

from checker.sql.cursor import STRINGS, Cursor
from checker.sql.dialect import Dialect
from checker.sql.functions import NAME_IN_FIRST_ARGUMENT, split_name
from checker.sql.reading import Harm, Mention


def reads_by_tokens(
    tokens: Sequence[Token], dialect: Dialect, *, changes: bool = False, hidden: frozenset[str] = frozenset()
) -> list[Mention]:
    """Names after FROM and JOIN, and in strings of nextval and such; with `changes` also what is written to.

    The names of WITH and the `hidden` ones are no tables.
    """
    cursor = Cursor(tokens, dialect)
    hidden |= _ctes(cursor)
    mentions = names_in_strings(tokens, dialect)
    harm = Harm("unparsed", tokens[0].start if tokens else -1)
    for at, token in enumerate(tokens):
        if at < cursor.at:
            continue
        if token.token_type in _BEFORE_TABLES:
            if _is_no_from(cursor, at):
                continue
        elif not changes or not _is_change(cursor, at):
            continue
        cursor.at = at + 1
        while True:
            _skip_only(cursor)
            parts, first, last = cursor.name()
            is_call = cursor.word() == "(" and cursor.words[at] != "INTO"  # INSERT INTO t (a, b)
            if parts and not is_call and not (len(parts) == 1 and parts[0] in hidden):
                mentions.append(Mention(parts, "read", tokens[first].start, tokens[last - 1].end + 1, harm))
            _skip_alias(cursor)
            if not cursor.accept(","):
                break
    return mentions


def reads_in_block(tokens: Sequence[Token], dialect: Dialect) -> list[Mention]:
    """What a body of plpgsql reads and changes; its variables and temporary tables are no objects."""
    cursor = Cursor(tokens, dialect)
    hidden: set[str] = set()
    declares = False
    for at, word in enumerate(cursor.words):
        if word in ("DECLARE", "BEGIN"):
            declares = word == "DECLARE"
        if declares and word != "DECLARE" and cursor.words[at - 1] in ("DECLARE", ";"):
            cursor.at = at
            hidden.update(cursor.name()[0][:1])
        elif word == "TABLE" and cursor.words[at - 1] in ("TEMP", "TEMPORARY"):
            cursor.at = at + 1
            cursor.accept("IF", "NOT", "EXISTS")
            hidden.update(cursor.name()[0][-1:])
    found = reads_by_tokens(tokens, dialect, changes=True, hidden=frozenset(hidden))
    return [mention for mention in found if mention.parts[0] not in _RECORDS]


_RECORDS = frozenset({"new", "old"})
_BEFORE_TABLES = frozenset({TokenType.FROM, TokenType.JOIN})
_FROM_ARGUMENTS = frozenset({"EXTRACT", "TRIM", "SUBSTRING", "OVERLAY"})
_NO_UPDATE = frozenset({"FOR", "KEY", "ON", "OR", "BEFORE", "AFTER", "OF", "GRANT", "."})


_LONGEST_LIST = 200
"""Tokens of a CTE's list of columns."""


def _ctes(cursor: Cursor) -> frozenset[str]:
    """x AS (…, x AS [NOT] MATERIALIZED (…, x (a, b) AS (…"""
    words = cursor.words
    found: set[str] = set()
    for at in range(1, len(words) - 1):
        if words[at] != "AS" or words[at + 1] not in ("(", "MATERIALIZED", "NOT"):
            continue
        before = at - 1
        if words[before] == ")":
            reach = range(before, max(before - _LONGEST_LIST, 0), -1)
            before = next((back for back in reach if words[back] == "("), 1) - 1
        cursor.at = before
        found.update(cursor.name()[0])
    cursor.at = 0
    return frozenset(found)


def _skip_only(cursor: Cursor) -> None:
    """FROM ONLY t, FROM ONLY (t)"""
    if cursor.word() == "ONLY" and cursor.at + 1 < len(cursor.tokens) and cursor.word(1) not in _AFTER_NAMES:
        cursor.at += 1
        cursor.accept("(")


def _skip_alias(cursor: Cursor) -> None:
    """FROM a x, b AS y, c"""
    if cursor.word() == "AS" and cursor.word(2) == ",":
        cursor.at += 2
    elif cursor.word(1) == "," and cursor.word() not in _AFTER_NAMES:
        cursor.at += 1


_AFTER_NAMES = frozenset({".", ",", ")", ";", "WHERE", "AS", "JOIN", "ON"})


def _is_change(cursor: Cursor, at: int) -> bool:
    """INSERT INTO x, MERGE INTO x and UPDATE x, but not SELECT … INTO x, FOR UPDATE and DO UPDATE SET."""
    before = cursor.words[at - 1] if at else ""
    if cursor.words[at] == "INTO":
        return before in ("INSERT", "MERGE")
    return cursor.words[at] == "UPDATE" and before not in _NO_UPDATE and cursor.words[at + 1 : at + 2] != ["SET"]


def _is_no_from(cursor: Cursor, at: int) -> bool:
    """IS DISTINCT FROM x, FETCH NEXT FROM x, EXTRACT(day FROM x), TRIM(BOTH ' ' FROM x)"""
    words = cursor.words
    if at and (words[at - 1] == "DISTINCT" or {"FETCH", "MOVE"}.intersection(words[max(at - 3, 0) : at])):
        return True
    opened = next((back for back in range(at - 1, max(at - 6, 0), -1) if words[back] == "("), 0)
    return opened > 0 and words[opened - 1] in _FROM_ARGUMENTS


def names_in_strings(tokens: Sequence[Token], dialect: Dialect) -> list[Mention]:
    """nextval('s.q') and the like."""
    return [
        Mention(split_name(tokens[at + 2].text, dialect), "read", -1, -1, Harm("lookup", token.start, token.text))
        for at, token in enumerate(tokens[:-2])
        if token.text.lower() in NAME_IN_FIRST_ARGUMENT
        and tokens[at + 1].token_type is TokenType.L_PAREN
        and tokens[at + 2].token_type in STRINGS
    ]
