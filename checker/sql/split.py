"""Tokenise a file once and cut it into statements, whatever is broken in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import Token, TokenType
from sqlglot.errors import SqlglotError

from checker.sql.dialect import Dialect
from checker.sql.source import SourceText
from checker.sql.statement import Problem


@dataclass(frozen=True, slots=True)
class Slice:
    """The tokens of one statement, or a stretch of text that has none to give."""

    tokens: Sequence[Token]
    start: int
    end: int
    problem: Problem | None = None


def split(source: SourceText, dialect: Dialect) -> Iterator[Slice]:
    """Statements in file order. Only what is lexically broken loses its tokens."""
    try:
        tokens = dialect.tokenizer.tokenize(source.view)
    except SqlglotError:
        yield from _recover(source, dialect)
    else:
        yield from _statements(tokens)


# Statement ends ------------------------------------------------------------------------------------

_BLOCK_OWNERS = frozenset({"FUNCTION", "PROCEDURE", "TRIGGER", "EVENT", "TASK"})
_TRANSACTION = frozenset(
    {"", ";", "TRANSACTION", "TRAN", "WORK", "ISOLATION", "READ", "DEFERRABLE", "NOT", "IMMEDIATE", "EXCLUSIVE"}
)
_LOOP_ENDS = frozenset({"IF", "LOOP", "WHILE", "FOR", "REPEAT"})


def _statements(tokens: list[Token]) -> Iterator[Slice]:
    start = depth = 0
    for at, token in enumerate(tokens):
        kind = token.token_type
        if kind is TokenType.SEMICOLON:
            if depth == 0:
                if at > start:
                    yield _slice(tokens[start:at])
                start = at + 1
        elif kind in _BLOCK_TOKENS and (depth or _may_hold_block(tokens, start, at)):
            depth = _next_depth(depth, tokens, at)
    if start < len(tokens):
        yield _slice(tokens[start:])


_BLOCK_TOKENS = frozenset({TokenType.BEGIN, TokenType.CASE, TokenType.END})


def _slice(tokens: list[Token]) -> Slice:
    return Slice(tokens=tokens, start=tokens[0].start, end=tokens[-1].end + 1)


def _upper(tokens: list[Token], at: int) -> str:
    return tokens[at].text.upper() if at < len(tokens) else ""


def _may_hold_block(tokens: list[Token], start: int, at: int) -> bool:
    """BEGIN opens a block in a routine's body, or where it is not the start of a transaction."""
    if tokens[at].token_type is not TokenType.BEGIN:
        return False
    if at == start:
        return _upper(tokens, at + 1) not in _TRANSACTION
    first = _upper(tokens, start)
    if first == "DECLARE":
        return True
    return first in ("CREATE", "ALTER") and any(_upper(tokens, i) in _BLOCK_OWNERS for i in range(start, at))


def _next_depth(depth: int, tokens: list[Token], at: int) -> int:
    kind = tokens[at].token_type
    if kind is TokenType.END:
        return depth - 1 if _upper(tokens, at + 1) not in _LOOP_ENDS and depth else depth
    if kind is TokenType.CASE and at and tokens[at - 1].token_type is TokenType.END:
        return depth
    return depth + 1


# Lexical errors ------------------------------------------------------------------------------------

_RESYNC = re.compile(
    r"(?:;[^\n]*\n|\n[ \t]*\n)\s*?^(?=(?:CREATE|ALTER|DROP|SELECT|WITH|INSERT|UPDATE|DELETE|GRANT|REVOKE|COMMENT|SET"
    r"|BEGIN|COMMIT|EXECUTE|CALL|DO|RENAME|EXCHANGE|TRUNCATE|USE|ATTACH|DETACH)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_MOST_JOINED = 50
_ERROR_OFFSET = re.compile(r" from \d+:(\d+)")


def _recover(source: SourceText, dialect: Dialect) -> Iterator[Slice]:
    """Cut where a new statement surely starts, and give up only the stretches that have no tokens."""
    text = source.view
    edges = [0, *(match.end() for match in _RESYNC.finditer(text)), len(text)]
    at = 0
    while at < len(edges) - 1:
        tokens, used = _tokenise_from(text, edges, at, dialect)
        if tokens is None:
            yield from _salvage(source, edges[at], edges[at + 1], dialect)
        else:
            yield from _statements(tokens)
        at += used


def _tokenise_from(text: str, edges: list[int], at: int, dialect: Dialect) -> tuple[list[Token] | None, int]:
    """Tokens from one edge on; a dollar-quoted body may reach over the next edges."""
    start = edges[at]
    reach = _MOST_JOINED if "$" in text[start : edges[at + 1]] else 1
    for used in range(1, min(reach, len(edges) - 1 - at) + 1):
        tokens = _tokens_or_none(text[start : edges[at + used]], dialect)
        if tokens is not None:
            return [_shifted(token, start) for token in tokens], used
    return None, 1


def _tokens_or_none(text: str, dialect: Dialect) -> list[Token] | None:
    try:
        return dialect.tokenizer.tokenize(text)
    except SqlglotError:
        return None


def _shifted(token: Token, by: int) -> Token:
    return Token(token.token_type, token.text, token.line, token.col, token.start + by, token.end + by, token.comments)


def _salvage(source: SourceText, start: int, end: int, dialect: Dialect) -> Iterator[Slice]:
    """Keep the whole statements before the place where the tokens end; the rest is one problem."""
    text = source.view[start:end]
    opened = start + _opened_at(text, dialect)
    before = _tokens_or_none(source.view[start:opened], dialect) or []
    last = max((at for at, token in enumerate(before) if token.token_type is TokenType.SEMICOLON), default=-1)
    yield from _statements([_shifted(token, start) for token in before[: last + 1]])
    rest = start + before[last].end + 1 if last >= 0 else start
    rest += len(source.view[rest:end]) - len(source.view[rest:end].lstrip())
    mark = source.view[opened : opened + 2].strip()
    message = f"{mark[:2] if mark == '/*' else mark[:1]} is opened here and never closed"
    yield Slice((), rest, start + len(text.rstrip()), Problem(message, *source.place(opened)))


def _opened_at(text: str, dialect: Dialect) -> int:
    """Where the string, quoted name or comment starts that never ends."""
    try:
        dialect.tokenizer.tokenize(text)
    except SqlglotError as error:
        found = _ERROR_OFFSET.search(str(error.__cause__ or error))
        if found:
            return min(int(found[1]), len(text))
    return max(text.find("/*", text.rfind("*/") + 1), 0)
