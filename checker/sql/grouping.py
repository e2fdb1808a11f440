"""Redundant parentheses: which ones only group, so that the nesting of a tree tells all about them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import Token, TokenType, exp

_CALLS = frozenset(
    {
        TokenType.VAR,
        TokenType.IDENTIFIER,
        TokenType.VALUES,
        TokenType.OPERATOR,
        TokenType.MERGE,
        TokenType.APPLY,
    }
)
"""What stands before the parenthesis of a call, a list of columns or a row, which groups nothing."""

_NO_CALLS = frozenset({"TTL", "ALIAS", "MATERIALIZED", "EPHEMERAL", "RETURN", "CHECK", "STORED", "ESCAPE", "OF"})
"""Words before an expression that sqlglot does not know as keywords."""


def grouping_parentheses(tokens: Sequence[Token]) -> set[int]:
    """Offsets of the parentheses that are no part of a call."""
    found: set[int] = set()
    groups: list[bool] = []
    before: Token | None = None
    for token in tokens:
        kind = token.token_type
        if kind is TokenType.L_PAREN:
            groups.append(before is None or before.token_type not in _CALLS or before.text.upper() in _NO_CALLS)
            if groups[-1]:
                found.add(token.start)
        elif kind is TokenType.R_PAREN and groups and groups.pop():
            found.add(token.start)
        before = token
    return found


def only_groups(node: exp.Expr) -> bool:
    """Parentheses whose work the nesting of the other nodes tells, and an AND inside an AND."""
    if isinstance(node, exp.Paren):
        return True
    if isinstance(node, exp.Connector):
        outer = node.parent
        while isinstance(outer, exp.Paren):
            outer = outer.parent
        return type(outer) is type(node)
    return isinstance(node, exp.Subquery) and not any(value for key, value in node.args.items() if key != "this")
