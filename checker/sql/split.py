"""Tokenise a file once and cut it into statements, whatever is broken in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import Token, TokenType

from checker.sql.dialect import Dialect
from checker.sql.lexing import Broken, tokenise, windows
from checker.sql.source import SourceText


@dataclass(frozen=True, slots=True)
class Slice:
    """The tokens of one statement; where it is lexically broken, those before the place where it breaks."""

    tokens: Sequence[Token]
    start: int
    end: int
    until: int
    """Where its semicolon stands, or the file ends."""
    broken: Broken | None = None


def split(source: SourceText, dialect: Dialect) -> Iterator[Slice]:
    """Statements in file order. Only what is lexically broken loses its tokens."""
    tokens, broken = tokenise(source.view, dialect)
    if broken is None:
        return _statements(tokens)
    return _recover(source.view, dialect)


# Statement ends ------------------------------------------------------------------------------------

_BLOCK_OWNERS = frozenset({"FUNCTION", "PROCEDURE", "TRIGGER", "EVENT", "TASK"})
_TRANSACTION = frozenset(
    {"", ";", "TRANSACTION", "TRAN", "WORK", "ISOLATION", "READ", "DEFERRABLE", "NOT", "IMMEDIATE", "EXCLUSIVE"}
)
_LONGEST_HEAD = 12
"""Tokens until a CREATE has told what it creates."""
_LOOP_ENDS = frozenset({"IF", "LOOP", "WHILE", "FOR", "REPEAT"})


def _statements(tokens: list[Token]) -> Iterator[Slice]:
    """Cut at the semicolons outside blocks."""
    start = depth = 0
    for at, token in enumerate(tokens):
        kind = token.token_type
        if kind is TokenType.SEMICOLON:
            if depth == 0:
                if at > start:
                    yield _slice(tokens[start:at], token.start)
                start = at + 1
        elif kind in _BLOCK_TOKENS and (depth or _may_hold_block(tokens, start, at)):
            depth = _next_depth(depth, tokens, at)
    if start < len(tokens):
        yield _slice(tokens[start:], tokens[-1].end + 1)


_BLOCK_TOKENS = frozenset({TokenType.BEGIN, TokenType.CASE, TokenType.END})


def _slice(tokens: list[Token], until: int) -> Slice:
    return Slice(tokens=tokens, start=tokens[0].start, end=tokens[-1].end + 1, until=until)


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
    head = range(start, min(at, start + _LONGEST_HEAD))
    return first in ("CREATE", "ALTER") and any(_upper(tokens, i) in _BLOCK_OWNERS for i in head)


def _next_depth(depth: int, tokens: list[Token], at: int) -> int:
    kind = tokens[at].token_type
    if kind is TokenType.END:
        return depth - 1 if _upper(tokens, at + 1) not in _LOOP_ENDS and depth else depth
    if kind is TokenType.CASE and at and tokens[at - 1].token_type is TokenType.END:
        return depth
    return depth + 1


# Lexical errors ------------------------------------------------------------------------------------


def _recover(text: str, dialect: Dialect) -> Iterator[Slice]:
    """Whole statements on both sides of every break; what lies between is one broken statement."""
    pending: list[Token] = []
    for window in windows(text, dialect):
        if window.starts_statement and window.broken and pending:
            yield from _statements(pending)  # the one before lacks its semicolon
            pending = []
        pending += window.tokens
        if window.broken:
            yield from _around(text, pending, window.end, window.broken)
            pending = []
    yield from _statements(pending)


def _around(text: str, tokens: list[Token], end: int, broken: Broken) -> Iterator[Slice]:
    """The whole statements before a break, and the one that breaks."""
    found = list(_statements(tokens))
    begun: Sequence[Token] = ()
    if found and tokens[-1].token_type is not TokenType.SEMICOLON:
        begun = found.pop().tokens
    yield from found
    start = begun[0].start if begun else broken.offset
    yield Slice(begun, start, start + len(text[start:end].rstrip()), end, broken)
