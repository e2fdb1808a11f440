"""Joins and conditions: what they do to the rows of either side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sqlglot import exp

from checker.sql.functions import SET_FUNCTIONS


class JoinRule(NamedTuple):
    """Signs of what stands left and right of a JOIN, and of subqueries in its ON."""

    operator: str = ""
    left: int = 1
    right: int = 1
    on: int = 1


_PLAIN = JoinRule()
_PLAIN_WORDS = frozenset(
    {"", "INNER", "CROSS", "OUTER", "NATURAL", "STRAIGHT", "STRAIGHT_JOIN", "GLOBAL", "ALL", "APPLY", "ARRAY", "HASH"}
)
_CLICKHOUSE_SPECIAL = {"ANTI": "anti join", "ANY": "any join", "ASOF": "asof join", "PASTE": "paste join"}


def join_rule(join: exp.Expr, dialect: str, shown: Shown | None = None) -> JoinRule:
    """A LEFT JOIN fills its right side with nulls until a row matches; a FULL JOIN both sides.

    `shown` tells of the SELECT it stands in, where a SEMI JOIN can show columns of both sides.

    >>> import sqlglot
    >>> join_rule(sqlglot.parse_one("SELECT 1 FROM a LEFT JOIN b ON true").args["joins"][0], "postgres").right
    0
    """
    words = {str(join.args.get(key) or "").upper() for key in ("method", "side", "kind")}
    if "ARRAY" in words:
        return _PLAIN
    if "SEMI" in words:
        return _semi_rule(join, words, shown)
    if "ANTI" in words and dialect != "clickhouse":
        return JoinRule("anti join", *((-1, 1) if "RIGHT" in words else (1, -1)), on=0)
    for word, operator in (*_CLICKHOUSE_SPECIAL.items(), ("FULL", "full join")):
        if word in words:
            return JoinRule(operator, 0, 0, 0)
    if "LEFT" in words or (isinstance(join.this, exp.Lateral) and join.this.args.get("outer")):
        return JoinRule("left join", 1, 0, 0)
    if "RIGHT" in words:
        return JoinRule("right join", 0, 1, 0)
    return _PLAIN if words <= _PLAIN_WORDS else JoinRule("unknown join", 0, 0, 0)


def _semi_rule(join: exp.Expr, words: set[str], shown: Shown | None) -> JoinRule:
    """ClickHouse shows the columns of some matching row, and which one may change with every new row."""
    kept_right = "RIGHT" in words
    if shown is None or not _shows_other_side(join, kept_right, shown):
        return _PLAIN
    return JoinRule("semi join", *((0, 1) if kept_right else (1, 0)), on=0)


class Shown(NamedTuple):
    """The columns of a SELECT: how many of each source, and whether there is a star."""

    sources: Counter[str]
    star: bool


def columns_shown(select: exp.Expr) -> Shown:
    sources: Counter[str] = Counter()
    star = False
    for node in select.walk():
        if isinstance(node, exp.Column):
            sources[node.table] += 1
        star = star or (isinstance(node, exp.Star) and not isinstance(node.parent, exp.Count))
    return Shown(sources, star)


def _shows_other_side(join: exp.Expr, kept_right: bool, shown: Shown) -> bool:
    """Whether a column outside of ON may come from the side of which only the match should count."""
    alias, on = join.this.alias_or_name, join.args.get("on")
    own = columns_shown(on).sources if on is not None else Counter[str]()
    if kept_right:
        return shown.star or set(shown.sources - own) != {alias}
    return shown.star or any(shown.sources[name] > own[name] for name in (alias, ""))


class Membership(NamedTuple):
    """EXISTS, IN, ANY or ALL in a condition, and what more rows in it do to the condition's truth."""

    node: exp.Expr
    sign: int
    operator: str


def memberships(condition: exp.Expr, dialect: str) -> Iterator[Membership]:
    """Those reached through AND, OR and NOT alone. In the order false < null < true all of these are monotone, but NOT.

    >>> import sqlglot
    >>> condition = sqlglot.parse_one("a OR NOT EXISTS (SELECT 1 FROM t)")
    >>> [(one.sign, one.operator) for one in memberships(condition, "postgres")]
    [(-1, 'not exists')]
    """
    stack = [(condition, 1)]
    while stack:
        node, sign = stack.pop()
        if isinstance(node, exp.And | exp.Or):
            stack += (node.args["expression"], sign), (node.this, sign)
        elif isinstance(node, exp.Not):
            stack.append((node.this, 0 if _hides_its_operator(node.this) else -sign))
        elif isinstance(node, exp.Paren | exp.Where | exp.PreWhere):
            stack.append((node.this, sign))
        elif isinstance(node, exp.Exists):
            yield Membership(node, sign, "" if sign > 0 else "not exists")
        elif isinstance(node, exp.In):
            yield Membership(node, sign, "" if sign > 0 else "not in")
        elif is_set_call(node):
            sign = -sign if "not" in node.name.lower() else sign
            yield Membership(node, sign, "" if sign > 0 else "not in")
        elif isinstance(node, exp.Binary) and isinstance(node.expression, exp.Any | exp.All):
            sign = 0 if _is_aggregated(node, dialect) else sign if isinstance(node.expression, exp.Any) else -sign
            if is_query(node.expression.this):
                yield Membership(node.expression, sign, "" if sign > 0 else "all")


_KEEPING_NEGATION = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Like, exp.ILike)


def is_set_call(node: exp.Expr) -> bool:
    """ClickHouse's notIn(x, t)."""
    return isinstance(node, exp.Anonymous) and node.name.lower() in SET_FUNCTIONS and len(node.expressions) == 2


def _hides_its_operator(node: exp.Expr) -> bool:
    """`x !~ ALL (…)` and `NOT x ~ ALL (…)` give one tree, but only the second negates the whole: it may be either."""
    quantified = isinstance(node, exp.Binary) and isinstance(node.expression, exp.Any | exp.All)
    return quantified and not isinstance(node, _KEEPING_NEGATION)


_SETS = ((exp.EQ, exp.Any), (exp.NEQ, exp.All))


def _is_aggregated(quantified: exp.Binary, dialect: str) -> bool:
    """ClickHouse reads `= ANY` as IN and `<> ALL` as NOT IN, and compares with one value of the subquery otherwise: its
    least, its greatest, or the only one. The least of no rows is 0, so that even `> ANY` loses rows to the first."""
    return dialect == "clickhouse" and (type(quantified), type(quantified.expression)) not in _SETS


def is_query(node: exp.Expr | None) -> bool:
    while isinstance(node, exp.Paren):
        node = node.this
    return isinstance(node, exp.Query)
