"""The names of WITH: which of them a place in a query sees."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlglot import exp

from checker.sql.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Scope:
    """One WITH, of whose names the first `limit` are visible, and the ones around it."""

    names: dict[str, int]
    ctes: list[exp.Expr]
    limit: int
    outer: Scope | None = None

    def up_to(self, limit: int) -> Scope:
        return replace(self, limit=limit)


def is_visible(name: str, scope: Scope | None) -> bool:
    return visible_cte(name, scope) is not None


def visible_cte(name: str, scope: Scope | None) -> exp.Expr | None:
    """The CTE that a name means here; inner ones hide outer ones."""
    while scope is not None:
        number = scope.names.get(name, scope.limit)
        if number < scope.limit:
            return scope.ctes[number]
        scope = scope.outer
    return None


def open_scope(ctes: exp.Expr, outer: Scope | None, dialect: Dialect) -> Scope:
    """The scope of the query that this WITH belongs to: it sees all names."""
    names: dict[str, int] = {}
    for number, cte in enumerate(ctes.expressions):
        if name := _cte_name(cte, dialect):
            names.setdefault(name, number)
    return Scope(names, ctes.expressions, len(ctes.expressions), outer)


def _cte_name(cte: exp.Expr, dialect: Dialect) -> str:
    alias = cte.args.get("alias")
    if alias is None or not isinstance(alias.this, exp.Identifier):
        return ""
    return scalar(alias.this.name) if cte.args.get("scalar") else fold_identifier(alias.this, dialect)


def scalar(name: str) -> str:
    """`WITH 1 AS t` hides nothing in FROM, only after IN."""
    return f"scalar {name}"


def fold_identifier(identifier: exp.Expr, dialect: Dialect) -> str:
    """A name as the dialect stores it."""
    if identifier.args.get("quoted") and dialect.case != "none":
        return identifier.name
    return dialect.fold(identifier.name)
