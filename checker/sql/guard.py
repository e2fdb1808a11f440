"""What must not reach sqlglot's parser: input that makes it recurse, hang or die."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sqlglot import Token, TokenType

from checker.sql.dialect import Dialect

MOST_TOKENS = 200_000
MOST_DEPTH = 64
MOST_ARRAYS = 8
MOST_REPEATS = 20
MOST_UNCLOSED = 40

_OPEN = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSE = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})
_COUNTED = {TokenType.LT: "<", TokenType.COLON_EQ: ":=", TokenType.GT: ">"}


def refusal(tokens: Sequence[Token]) -> str:
    """Why these tokens are not handed to the parser; empty where they are.

    Real SQL nests up to 13 deep; each limit stands well above and below what was seen to hang.
    """
    if len(tokens) > MOST_TOKENS:
        return f"the statement has {len(tokens):,} tokens, more than the {MOST_TOKENS:,} that are read"
    depth = arrays = repeats = 0
    open_arrays: list[bool] = []
    unclosed = dict.fromkeys(_COUNTED, 0)
    before = None
    for token in tokens:
        kind = token.token_type
        if kind in _OPEN:
            is_array = kind is TokenType.L_BRACKET
            open_arrays.append(is_array)
            depth += 1
            arrays += is_array
            if depth > MOST_DEPTH or arrays > MOST_ARRAYS:
                return f"brackets are nested more than {MOST_DEPTH if depth > MOST_DEPTH else MOST_ARRAYS} deep"
        elif kind in _CLOSE and open_arrays:
            depth -= 1
            arrays -= open_arrays.pop()
        elif kind in unclosed:
            unclosed[kind] += 1
        repeats = repeats + 1 if kind is before and kind not in _MAY_REPEAT else 0
        if repeats > MOST_REPEATS:
            return f"{token.text!r} is repeated more than {MOST_REPEATS} times in a row"
        before = kind
    if unclosed[TokenType.LT] - unclosed[TokenType.GT] > MOST_UNCLOSED:
        return f"more than {MOST_UNCLOSED} '<' are open"
    if unclosed[TokenType.COLON_EQ] > MOST_UNCLOSED:
        return f"more than {MOST_UNCLOSED} ':=' stand in one statement"
    return ""


_MAY_REPEAT = frozenset(
    {TokenType.VAR, TokenType.IDENTIFIER, TokenType.STRING, TokenType.NUMBER, TokenType.R_PAREN,
     TokenType.R_BRACKET, TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.END, TokenType.R_BRACE}
)  # fmt: skip


def unbalanced(tokens: Sequence[Token]) -> Token | None:
    """The bracket that has no partner; sqlglot forgives some, databases do not."""
    stack: list[Token] = []
    for token in tokens:
        if token.token_type in _PARTNERS:
            stack.append(token)
        elif token.token_type in _PARTNERS.values() and (
            not stack or _PARTNERS[stack.pop().token_type] is not token.token_type
        ):
            return token
    return stack[-1] if stack else None


_PARTNERS = {
    TokenType.L_PAREN: TokenType.R_PAREN,
    TokenType.L_BRACKET: TokenType.R_BRACKET,
    TokenType.L_BRACE: TokenType.R_BRACE,
}


_FORGIVEN = {
    TokenType.ALIAS: frozenset({TokenType.R_PAREN, TokenType.COMMA}),
    TokenType.L_PAREN: frozenset({TokenType.ALIAS}),
    TokenType.DOT: frozenset({TokenType.DOT}),
}
_EMPTY_PARTS = frozenset({"tsql", "fabric", "snowflake"})
"""Dialects in which `db..t` is the t of the default schema."""


def senseless_pair(tokens: Sequence[Token], dialect: Dialect) -> tuple[Token, Token] | None:
    """Two tokens in a row that no database takes and sqlglot steps over."""
    for token, after in pairwise(tokens):
        refused = _FORGIVEN.get(token.token_type)
        if refused is None or after.token_type not in refused:
            continue
        if token.token_type is not TokenType.DOT or dialect.name not in _EMPTY_PARTS:
            return token, after
    return None
