"""Leave out, or respell, what databases accept in queries and sqlglot does not read."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import Token, TokenType

from checker.sql.cursor import LITERALS, Cursor, items
from checker.sql.dialect import Dialect


def cleaned(tokens: Sequence[Token], dialect: Dialect) -> list[Token]:
    """Tokens for sqlglot. The originals still make the hash, so nothing is lost by it."""
    if dialect.name == "materialize":
        tokens = _materialize(tokens, dialect)
    elif dialect.name == "clickhouse":
        tokens = _clickhouse(tokens)
    if dialect.psql:
        tokens = _without_only_parentheses(tokens)
    return [_without_comments(token) if token.comments else token for token in tokens]


def _without_comments(token: Token) -> Token:
    """sqlglot takes orders from some comments (`/* sqlglot.meta … */`)."""
    return Token(token.token_type, token.text, token.line, token.col, token.start, token.end)


def _as(token: Token, kind: TokenType, text: str | None = None) -> Token:
    return Token(kind, token.text if text is None else text, token.line, token.col, token.start, token.end)


def _without_only_parentheses(tokens: Sequence[Token]) -> Sequence[Token]:
    """`FROM ONLY (t)` reads as `FROM ONLY t`: sqlglot would call a function."""
    if all(token.token_type is not TokenType.ONLY for token in tokens):
        return tokens
    dropped: set[int] = set()
    for at in range(1, len(tokens) - 3):
        if tokens[at].token_type is not TokenType.ONLY or tokens[at + 1].token_type is not TokenType.L_PAREN:
            continue
        if tokens[at - 1].token_type not in _BEFORE_ONLY:
            continue
        name = range(at + 3, min(at + 9, len(tokens)))
        end = next((end for end in name if tokens[end].token_type is TokenType.R_PAREN), None)
        dropped |= {at + 1, end} if end else set()
    return [token for at, token in enumerate(tokens) if at not in dropped]


_BEFORE_ONLY = frozenset({TokenType.FROM, TokenType.JOIN, TokenType.COMMA, TokenType.UPDATE})
_SPECIAL = frozenset({"MUTUALLY", "OPTIONS", "OF", "[", "UP"})


def _materialize(tokens: Sequence[Token], dialect: Dialect) -> Sequence[Token]:
    cursor = Cursor(tokens, dialect)
    if not _SPECIAL.intersection(cursor.words):
        return tokens
    kept: list[Token] = []
    while not cursor.done:
        if cursor.accept("WITH", "MUTUALLY", "RECURSIVE"):
            kept += tokens[cursor.at - 3], tokens[cursor.at - 1]
            if cursor.word() == "(":
                cursor.skip_group()
            if not _untyped_bindings(cursor, kept):
                return tokens  # for sqlglot to refuse
        elif cursor.word() == "OPTIONS" and cursor.word(1) == "(":
            cursor.at += 1
            cursor.skip_group()
        elif cursor.word() == "AS" and cursor.word(1) == "OF" and _is_time(cursor, cursor.at + 2):
            cursor.at = len(tokens)
        elif cursor.word() == "[" and cursor.word(2) == "AS":  # FROM [u1 AS db.s.t]
            cursor.at += 3
            _, first, last = cursor.name()
            kept += tokens[first:last]
            cursor.accept("]")
        else:
            kept.append(tokens[cursor.at])
            cursor.at += 1
    return kept


_TIME_STARTS = frozenset({"AT", "NOW", "MZ_NOW", "TIMESTAMP", "CAST", "(", "-"})


def _is_time(cursor: Cursor, at: int) -> bool:
    """`AS OF 123` and the like; elsewhere `of` is an alias."""
    if at >= len(cursor.tokens):
        return False
    return cursor.tokens[at].token_type in LITERALS or cursor.words[at] in _TIME_STARTS


def _untyped_bindings(cursor: Cursor, kept: list[Token]) -> bool:
    """`x (a int, b text) AS (…), …` becomes `x (a, b) AS (…), …`, as WITH RECURSIVE spells it."""
    tokens = cursor.tokens
    while True:
        _, first, last = cursor.name()
        kept += tokens[first:last]
        if cursor.word() == "(":
            opened = cursor.at
            start, end = cursor.skip_group()
            kept.append(tokens[opened])
            for number, (first, last) in enumerate(items(cursor, start, end)):
                if number:
                    kept.append(tokens[first - 1])
                kept += tokens[first : min(first + 1, last)]
            if end < len(tokens):
                kept.append(tokens[end])
        if not cursor.accept("AS") or cursor.word() != "(":
            return False
        kept.append(tokens[cursor.at - 1])
        opened = cursor.at
        start, end = cursor.skip_group()
        kept.append(tokens[opened])
        kept += _materialize(tokens[start:end], cursor.dialect)
        if end < len(tokens):
            kept.append(tokens[end])
        if not cursor.accept(","):
            return True
        kept.append(tokens[cursor.at - 1])


def _clickhouse(tokens: Sequence[Token]) -> Sequence[Token]:
    kinds = {token.token_type for token in tokens}
    if TokenType.DICTIONARY in kinds:  # dictionary('d') in FROM is a call, no keyword
        tokens = [_as(t, TokenType.VAR) if t.token_type is TokenType.DICTIONARY else t for t in tokens]
    if TokenType.LIMIT in kinds:
        tokens = _without_limit_by(tokens)
    if TokenType.GROUP_BY in kinds:
        tokens = _without_group_aliases(tokens)
    return tokens


def _without_limit_by(tokens: Sequence[Token]) -> Sequence[Token]:
    """`LIMIT n BY … LIMIT m` reads as `LIMIT m`: sqlglot allows one LIMIT."""
    kept: list[Token] = []
    opened: list[int] = [-1]
    for token in tokens:
        kind = token.token_type
        if kind is TokenType.L_PAREN:
            opened.append(-1)
        elif kind is TokenType.R_PAREN and len(opened) > 1:
            opened.pop()
        elif kind is TokenType.LIMIT:
            if opened[-1] >= 0:
                del kept[opened[-1] :]
            opened[-1] = len(kept)
        elif kind in (TokenType.SELECT, TokenType.UNION):
            opened[-1] = -1
        kept.append(token)
    return kept


def _without_group_aliases(tokens: Sequence[Token]) -> Sequence[Token]:
    """`GROUP BY f(x) AS w` reads as `GROUP BY f(x)`: the alias is not needed to know what is read."""
    kept: list[Token] = []
    grouping = [False]
    skip = 0
    for at, token in enumerate(tokens):
        kind = token.token_type
        if kind is TokenType.L_PAREN:
            grouping.append(False)
        elif kind is TokenType.R_PAREN and len(grouping) > 1:
            grouping.pop()
        elif kind is TokenType.GROUP_BY:
            grouping[-1] = True
        elif kind in _AFTER_GROUP_BY:
            grouping[-1] = False
        elif kind is TokenType.ALIAS and grouping[-1] and at + 1 < len(tokens):
            skip = at + 2
        if at >= skip:
            kept.append(token)
    return kept


_AFTER_GROUP_BY = frozenset(
    {TokenType.HAVING, TokenType.ORDER_BY, TokenType.LIMIT, TokenType.UNION, TokenType.SETTINGS, TokenType.WINDOW}
)
