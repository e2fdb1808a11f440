"""Queries and what they read from: the half of polarity that makes frames."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from checker.sql.dialect import Dialect
from checker.sql.polarity_frames import Flow, Frame
from checker.sql.polarity_joins import Shown, columns_shown, is_query, join_rule, memberships
from checker.sql.polarity_settings import setting_operator

ROWS, COPY, COMPUTE, CLAUSE, TEST, ARGUMENT = range(6)
"""Where a node stands.

ROWS: what it gives are rows · COPY, COMPUTE: in the list of SELECT, as it is or inside a computation · CLAUSE: in
HAVING, ORDER BY and such, or in a comparison in the list of SELECT · TEST: where no aggregate can stand · ARGUMENT: of
a function in FROM.
"""

Position = tuple[Frame, int]
FLOWS = {COPY: Flow.COPIED, COMPUTE: Flow.COMPUTED, ARGUMENT: Flow.COMPUTED, CLAUSE: Flow.TESTED, TEST: Flow.TESTED}
_CLAUSES = {"having": CLAUSE, "qualify": CLAUSE, "order": CLAUSE, "windows": TEST, "group": TEST, "settings": TEST}
"""Where the parts of a SELECT stand that are neither its list nor conditions."""
_CONDITIONS = ("where", "prewhere")
_LIMITS = {
    "limit": "limit", "offset": "limit", "qualify": "qualify", "having": "having", "sample": "sample",
    "connect": "connect by", "match": "match recognize",
}  # fmt: skip
"""Parts of a query that let no input pass unharmed."""


class Queries:
    """Places the parts of queries. Handlers get a node and where it stands, and tell where its children stand."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect.name
        self.root = Frame(None)
        self._frames = [self.root]
        self.placed: dict[int, Position] = {}
        """Nodes that do not stand where their parent's other children do."""
        self._bodies: dict[int, Frame] = {}

    def use(self, cte: exp.Expr, frame: Frame) -> None:
        """The rows of this CTE are read here."""
        self._body(cte).uses.append(frame)

    def _new(
        self,
        parent: Frame | None,
        sign: int = 1,
        operator: str = "",
        node: exp.Expr | None = None,
        flow: Flow = Flow.COPIED,
        select: Frame | None = None,
        around: Frame | None = None,
    ) -> Frame:
        frame = Frame(parent, sign, operator, node, flow, select, around)
        self._frames.append(frame)
        return frame

    def _body(self, cte: exp.Expr) -> Frame:
        if id(cte) not in self._bodies:
            self._bodies[id(cte)] = self._new(None)
        return self._bodies[id(cte)]

    def _put(self, node: exp.Expr | list[exp.Expr], frame: Frame, place: int) -> None:
        for one in node if isinstance(node, list) else (node,):
            self.placed[id(one)] = (frame, place)

    def query(self, node: exp.Expr, frame: Frame, place: int) -> Frame:
        """The frame around a query: a new one where its result is a value."""
        if place == ROWS:
            return frame
        is_array = isinstance(node.parent, exp.Array)
        operator = "array subquery" if is_array else "scalar subquery"
        outer = frame if place == ARGUMENT or frame.parent is None else frame.parent
        return self._new(outer, 0, operator, node, FLOWS[place], around=select_of(frame))

    def select(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        outer = self.query(node, frame, place)
        rows = self._new(outer)
        rows.sources = {}
        args = node.args
        self._restrict(node, rows)
        for key in _CONDITIONS:
            if (condition := args.get(key)) is not None:
                self._condition(condition, rows)
        for key in _CLAUSES:
            if args.get(key):
                self._put(args[key], rows, _CLAUSES[key])
        for lateral in args.get("laterals") or ():
            self._put(lateral, self._source(lateral, rows, rows), ROWS)
        first = args["from_"].this if args.get("from_") else None
        self._join(first, args.get("joins") or (), rows, rows)
        return rows, COPY

    def _restrict(self, node: exp.Expr, frame: Frame) -> None:
        """LIMIT and such, wherever a query can have them."""
        for key, value in node.args.items():
            if not value:
                continue
            if key in _LIMITS:
                if key != "limit" or not _is_no_limit(value):
                    frame.mark(_LIMITS[key], value)
                if key in ("limit", "offset"):
                    self._put(value, frame, TEST)
            elif key == "distinct" and isinstance(value, exp.Distinct):
                self._put(value, frame, TEST)
                if value.args.get("on") is not None:
                    frame.mark("distinct on", value)
            elif key == "pivots" and not all(pivot.args.get("unpivot") for pivot in value):
                frame.mark("aggregate", value[0])
            elif key == "settings":
                for setting in value:
                    if operator := setting_operator(setting):
                        frame.mark(operator, setting)

    def set_operation(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        frame = self.query(node, frame, place)
        if _is_restricted(node):
            frame = self._new(frame)
            self._restrict(node, frame)
        if (order := node.args.get("order")) is not None:
            self._put(order, frame, TEST)
        for setting in node.expression.args.get("settings") or ():
            if operator := setting_operator(setting):  # written after the last SELECT, it may count for all
                frame.mark(operator, setting)
        if isinstance(node, exp.Except):
            right = node.expression
            self._put(right, self._new(frame, -1, "except", right), ROWS)
        return frame, ROWS

    def subquery(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        outer = self.query(node, frame, place)
        args = node.args
        if _is_restricted(node):
            outer = self._new(outer)
            self._restrict(node, outer)
        if (order := args.get("order")) is not None:
            self._put(order, outer, TEST)
        if args.get("joins"):
            self._join(node.this, args["joins"], outer, outer.around)
        return outer, ROWS

    def table(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        args = node.args
        if args.get("joins"):
            frame = self._join(node, args["joins"], frame, frame.around)
        if args.get("sample") or args.get("pivots"):
            frame = self._new(frame)
            self._restrict(node, frame)
        return frame, ROWS

    def _join(self, first: exp.Expr | None, joins: Iterable[exp.Expr], outer: Frame, select: Frame | None) -> Frame:
        """Place all that is joined; the frame of the first. From the last to the first: each concerns all before it."""
        harm: tuple[int, str, exp.Expr | None] = (1, "", None)
        shown = self._columns_shown(joins)
        for join in reversed(list(joins)):
            rule = join_rule(join, self._dialect, shown)
            parent = outer if harm[0] == 1 else self._new(outer, *harm)
            source = self._source(join.this, parent, select)
            if rule.right != 1:
                source.sign, source.operator, source.node = rule.right, rule.operator, join
            for joined in (join.this, *join.expressions):  # ARRAY JOIN takes many
                self._put(joined, source, _place_of(joined) if join.args.get("kind") == "ARRAY" else ROWS)
            if (on := join.args.get("on")) is not None:
                self._condition(on, select or outer, self._new(parent, rule.on, rule.operator, join))
            if rule.left != 1:
                harm = (rule.left, rule.operator, join) if harm[0] == 1 or rule.left == 0 else (0, *harm[1:])
        parent = outer if harm[0] == 1 else self._new(outer, *harm)
        if first is None:
            return parent
        source = self._source(first, parent, select)
        if not isinstance(first, exp.Table) or first.args.get("joins") is not joins:
            self._put(first, source, ROWS)
        return source

    def _columns_shown(self, joins: Iterable[exp.Expr]) -> Shown | None:
        """Only SEMI JOINs of ClickHouse ask for them."""
        if self._dialect != "clickhouse":
            return None
        semi = next((join for join in joins if "SEMI" in (join.args.get("kind"), join.args.get("side"))), None)
        select = semi.find_ancestor(exp.Select) if semi is not None else None
        return columns_shown(select) if select is not None else None

    def _source(self, node: exp.Expr, parent: Frame, select: Frame | None) -> Frame:
        frame = self._new(parent, select=select)
        if select is not None:
            item = node.this if isinstance(node, exp.Final) else node
            select.sources.setdefault(item.alias_or_name.lower(), frame)
        return frame

    def _condition(self, condition: exp.Expr, rows: Frame, parent: Frame | None = None) -> None:
        """WHERE and ON: subqueries that only widen or narrow it, and all else as values."""
        self._put(condition, rows, TEST)
        for node, sign, operator in memberships(condition, self._dialect):
            frame = self._new(parent or rows, sign, operator, node, Flow.TESTED, around=rows)
            if isinstance(node, exp.In):
                self._put(node.this, rows, TEST)
                self._put(node.expressions, rows, TEST)
            elif isinstance(node, exp.Anonymous):
                self._put(node.expressions[0], rows, TEST)
                self._put(node.expressions[1], *((frame, ROWS) if is_query(node.expressions[1]) else (rows, TEST)))
            self._put(node, frame, ROWS)

    def cte(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        return (frame, COPY) if node.args.get("scalar") else (self._body(node), ROWS)

    def final(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        return self._new(frame, 0, "final", node), ROWS


def _place_of(array: exp.Expr) -> int:
    """What ARRAY JOIN unfolds is a value, as an argument is; a column alone goes out as it is."""
    return TEST if isinstance(array.unalias(), exp.Column) else ARGUMENT


def _is_restricted(node: exp.Expr) -> bool:
    return any(node.args.get(key) for key in (*_LIMITS, "pivots", "settings"))


def _is_no_limit(limit: exp.Expr) -> bool:
    """LIMIT ALL, LIMIT NULL"""
    count = limit.args.get("expression")
    return isinstance(count, exp.Null) or (isinstance(count, exp.Var) and count.name.upper() == "ALL")


def select_of(frame: Frame) -> Frame | None:
    """The SELECT whose columns are seen here: itself, if it reads anything."""
    return frame if frame.sources else frame.around
