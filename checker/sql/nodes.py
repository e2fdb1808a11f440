"""Small questions to the nodes of a tree."""

from __future__ import annotations

from typing import Any

from sqlglot import exp


def identifiers_of(node: exp.Expr) -> list[exp.Identifier]:
    """The parts of a table's or column's name, outermost first."""
    parts: list[exp.Identifier] = []
    for key in ("catalog", "db", "table", "this"):
        part: Any = node.args.get(key)
        if isinstance(part, exp.Identifier):
            parts.append(part)
        elif isinstance(part, exp.Dot):
            parts.extend(part.find_all(exp.Identifier, bfs=False))
    return parts


def pattern_text(argument: exp.Expr) -> str:
    """The database of merge(): a string, REGEXP('…') as written, or the current one."""
    if is_string(argument):
        return argument.name
    if argument.name.upper() == "REGEXP" and argument.expressions:
        return f"REGEXP('{argument.expressions[0].name}')"
    return "" if argument.expressions or isinstance(argument, exp.Func) else argument.name


def is_string(node: exp.Expr) -> bool:
    return isinstance(node, exp.Literal) and bool(node.is_string)


def is_table_in_array(column: exp.Column) -> bool:
    """sqlglot makes columns of all tables in what ARRAY JOIN unfolds, those of its subqueries included."""
    at = column.parent if isinstance(column.parent, exp.Alias) else column
    return isinstance(at.parent, exp.From) or (isinstance(at.parent, exp.Join) and at.parent.kind != "ARRAY")
