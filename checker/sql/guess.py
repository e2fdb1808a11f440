"""What SQL reads that sqlglot cannot: the best guess from its tokens."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import Token, TokenType

from checker.sql.cursor import STRINGS, Cursor
from checker.sql.dialect import Dialect
from checker.sql.functions import NAME_IN_FIRST_ARGUMENT, split_name
from checker.sql.query import Mention


def reads_by_tokens(tokens: Sequence[Token], dialect: Dialect) -> list[Mention]:
    """Names after FROM and JOIN, and in strings of nextval and such."""
    cursor = Cursor(tokens, dialect)
    ctes = {
        dialect.fold(tokens[at].text)
        for at in range(len(tokens) - 2)
        if cursor.words[at + 1] == "AS" and cursor.words[at + 2] == "("
    }
    mentions = names_in_strings(tokens, dialect)
    for at, token in enumerate(tokens):
        if at < cursor.at or token.token_type not in _BEFORE_TABLES or _is_no_from(cursor, at):
            continue
        cursor.at = at + 1
        while True:
            parts, first, last = cursor.name()
            if parts and cursor.word() != "(" and not (len(parts) == 1 and parts[0] in ctes):
                mentions.append(Mention(parts, "read", tokens[first].start, tokens[last - 1].end + 1))
            if not cursor.accept(","):
                break
    return mentions


_BEFORE_TABLES = frozenset({TokenType.FROM, TokenType.JOIN})
_FROM_ARGUMENTS = frozenset({"EXTRACT", "TRIM", "SUBSTRING", "OVERLAY"})


def _is_no_from(cursor: Cursor, at: int) -> bool:
    """IS DISTINCT FROM x, EXTRACT(day FROM x), TRIM(BOTH ' ' FROM x)"""
    words = cursor.words
    if words[at - 1] == "DISTINCT":
        return True
    opened = next((back for back in range(at - 1, max(at - 6, 0), -1) if words[back] == "("), 0)
    return opened > 0 and words[opened - 1] in _FROM_ARGUMENTS


def names_in_strings(tokens: Sequence[Token], dialect: Dialect) -> list[Mention]:
    """nextval('s.q') and the like."""
    return [
        Mention(split_name(tokens[at + 2].text, dialect), "read", -1, -1)
        for at, token in enumerate(tokens[:-2])
        if token.text.lower() in NAME_IN_FIRST_ARGUMENT
        and tokens[at + 1].token_type is TokenType.L_PAREN
        and tokens[at + 2].token_type in STRINGS
    ]
