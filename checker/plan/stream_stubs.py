"""Stream tables in a cycle: none can be made first, so each is made from what lies outside, and altered later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError

from checker.sql.dialect import Dialect
from checker.sql.heads.stream_query import query_argument
from checker.sql.lexing import tokenise
from checker.sql.nodes import identifiers_of
from checker.sql.scope import fold_identifier
from checker.sql.statement import Parts

_MOST_BRANCHES = 1_000


@dataclass(frozen=True, slots=True)
class Stub:
    """A call that makes a stream table without its cycle, and the literals of both queries."""

    create: str
    stub_query: str
    whole_query: str


def stub_of(call: str, dialect: Dialect, is_member: Callable[[Parts], bool]) -> Stub | None:
    """The call with only those branches of its UNION that read no member; nothing where there is none.

    >>> from checker.sql.dialect import get_dialect
    >>> call = "SELECT pgtrickle.create_stream_table('a', $$SELECT x FROM t UNION SELECT x FROM b$$)"
    >>> stub_of(call, get_dialect("postgres"), lambda parts: parts == ("b",)).create
    "SELECT pgtrickle.create_stream_table('a', $stub$SELECT x FROM t$stub$)"
    """
    tokens, broken = tokenise(call, dialect)
    token = query_argument(tokens, dialect) if broken is None else None
    if token is None:
        return None
    query = _outside(token.text, dialect, is_member)
    if query is None or "$stub$" in query:
        return None
    literal = f"$stub${query}$stub$"
    create = call[: token.start] + literal + call[token.end + 1 :]
    return Stub(create, literal, call[token.start : token.end + 1])


def _outside(query: str, dialect: Dialect, is_member: Callable[[Parts], bool]) -> str | None:
    """The first branch that reads no member, under the names of the columns of the whole."""
    try:
        roots = dialect.sqlglot.parse(query)
    except (SqlglotError, RecursionError):
        return None
    root = roots[0] if len(roots) == 1 else None
    if not isinstance(root, exp.Query) or root.args.get("with_") is not None:
        return None
    branches = list(_branches(root))
    if len(branches) > _MOST_BRANCHES:
        return None
    clean = next((one for one in branches if not any(map(is_member, _tables(one, dialect)))), None)
    if clean is None:
        return None
    text = clean.sql(dialect=dialect.sqlglot)
    names = branches[0].named_selects
    if clean is branches[0] or clean.named_selects == names:
        return text
    if not all(names) or "*" in names or len(names) != len(clean.selects):
        return None
    columns = ", ".join(exp.to_identifier(name, quoted=True).sql(dialect=dialect.sqlglot) for name in names)
    return f"SELECT * FROM ({text}) AS stub ({columns})"


def _branches(root: exp.Query) -> Iterator[exp.Query]:
    """The leaves of a tree of UNIONs, from left to right."""
    waiting: list[exp.Expr] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, exp.Union):
            waiting += [node.expression, node.this]
        elif isinstance(node, exp.Query):
            yield node


def _tables(query: exp.Query, dialect: Dialect) -> Iterator[Parts]:
    for table in query.find_all(exp.Table):
        yield tuple(fold_identifier(one, dialect) for one in identifiers_of(table))
