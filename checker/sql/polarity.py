"""Polarity: whether more rows in what a query reads can only mean more rows in its result.

The reader walks every tree once and asks here, node by node, in which frame its children stand. Frames can be marked
after they were made (an aggregate is met after the SELECT it belongs to), so signs are multiplied at the end. What
stays unsure counts as not monotone. Bags are compared, not sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from sqlglot import exp

from checker.sql.dialect import Dialect
from checker.sql.polarity_frames import Flow, Frame, Passage, passages
from checker.sql.polarity_functions import (
    VOLATILE_NODES,
    is_constant,
    is_known_scalar,
    is_lookup,
    is_row_aggregate,
    is_volatile,
    looks_at_other_rows,
)
from checker.sql.polarity_joins import is_set_call
from checker.sql.polarity_queries import (
    ARGUMENT,
    CLAUSE,
    COMPUTE,
    COPY,
    FLOWS,
    ROWS,
    TEST,
    Position,
    Queries,
    select_of,
)

_Handler = Callable[["Polarity", exp.Expr, Frame, int], Position]

_MAY_AGGREGATE = (COPY, COMPUTE, CLAUSE)
_UNFLOWING = {COPY: CLAUSE, COMPUTE: CLAUSE, ARGUMENT: TEST}
_COPYING = (
    exp.Alias, exp.Aliases, exp.Array, exp.Bracket, exp.Case, exp.Cast, exp.Coalesce, exp.Greatest, exp.If,
    exp.JSONBExtract, exp.JSONBExtractScalar, exp.JSONExtract, exp.JSONExtractScalar, exp.Least, exp.Lower, exp.Nullif,
    exp.Paren, exp.Struct, exp.Trim, exp.Upper, exp.Collate,
)  # fmt: skip
"""They choose or cut values, so that going round a cycle they make no more than finitely many."""


class Polarity(Queries):
    """What the walk over one tree learns; `placed` and HANDLERS tell it where the children of a node stand."""

    def __init__(self, dialect: Dialect) -> None:
        super().__init__(dialect)
        self._columns: list[tuple[str, Frame]] = []
        self._aggregates: list[tuple[exp.Expr, Frame, bool]] = []
        self.volatile: list[exp.Expr] = []
        self._quiet: list[Frame] = []
        """Frames of what may be no object at all."""

    def of_set(self, frame: Frame, place: int, node: exp.Expr, *, sure: bool) -> Frame:
        """Where the name stands in ClickHouse's `x IN t`: as good as a subquery. It is `sure` if t is a table."""
        return frame if place == ROWS else self._lookup(frame, place, "lookup", node, sure)

    def of_call(self, frame: Frame, place: int, node: exp.Expr, name: str) -> Frame | None:
        """What dictGet('d', …) reads, and whatever a function of the project may read, is a value here."""
        if is_constant(name):
            return None
        sure = is_lookup(name)
        return self._lookup(frame, place, "lookup" if sure else "function call", node, sure)

    def _lookup(self, frame: Frame, place: int, operator: str, node: exp.Expr, sure: bool) -> Frame:
        flow = FLOWS.get(place, Flow.COPIED)
        if sure:
            return self._new(frame, 0, operator, node, flow)
        self._quiet.append(Frame(frame, 0, operator, node, flow))
        return self._quiet[-1]

    def resolve(self) -> dict[Frame, Passage]:
        """The way out of every frame's container, once the walk is over; each frame then knows its own."""
        for name, frame in self._columns:
            _compute(name, frame)
        for node, frame, is_odd in self._aggregates:
            _mark_owners(node, frame, is_odd)
        for frame in chain(self._frames, self._quiet):
            frame.resolve()
        return passages(self._frames, self.root)

    def operators(self) -> Iterable[Frame]:
        """Every frame that does harm, composed or not."""
        return (frame for frame in self._frames if frame.sign != 1)

    def _unnest(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        if place != ROWS:
            return frame, place
        return frame, TEST if all(isinstance(one, exp.Column) for one in node.expressions) else ARGUMENT

    def _window(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        if not isinstance(node.this, exp.Identifier):  # else it is a definition in WINDOW
            frame.mark("window", node.this)
        return frame, COMPUTE if place == COPY else place

    def _aggregate(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        if place == ROWS:
            return frame, ARGUMENT
        frame.mark("aggregate", node)
        if frame.around is not None:
            self._aggregates.append((node, frame, place not in _MAY_AGGREGATE))
        return frame, COMPUTE if place == COPY else place

    def _like_an_aggregate(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        """DISTINCT, ORDER BY, FILTER and WITHIN GROUP make an aggregate of a call, whatever its name."""
        call = node.this if isinstance(node, exp.Filter | exp.WithinGroup) else node.parent
        if isinstance(call, exp.Func):
            self._aggregate(call, frame, place)
        return frame, place

    def _attribute(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        """`b.count` and `(b).count` call count(b) in PostgreSQL."""
        name = node.this if isinstance(node, exp.Column) else node.expression
        if place in _MAY_AGGREGATE and self._dialect == "postgres" and is_row_aggregate(name):
            self._aggregate(node, frame, place)
        return frame, place

    def _column(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        if node.args.get("table") is not None:
            self._attribute(node, frame, place)
        if place in (COMPUTE, ARGUMENT):
            self._columns.append((node.text("table").lower(), frame))
        return frame, place

    def _ordered(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        if node.args.get("with_fill"):
            frame.mark("with fill", node)
        return frame, place

    def _group(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        if node.args.get("totals"):
            frame.mark("aggregate", node)
        return frame, place

    def _change(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        return self._new(frame, 0, "change", node), place

    def _insert(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        return self._change(node, frame, place) if node.args.get("conflict") else (frame, place)

    def _predicate(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        return frame, _UNFLOWING.get(place, place)

    def _computation(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        if place == ROWS:
            return frame, ARGUMENT
        return frame, COMPUTE if place == COPY else place

    def _volatile(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        self.volatile.append(node)
        return self._computation(node, frame, place)

    def _apply(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        """ClickHouse's `* APPLY (sum)` is sum(x) of every column x."""
        call = exp.func(node.expression.name, exp.column("x"), dialect=self._dialect)
        handler = HANDLERS[type(call)]
        return handler(self, call, frame, place) if handler is not None else (frame, place)

    def _anonymous(self, node: exp.Expr, frame: Frame, place: int) -> Position:
        name = node.name.lower()
        if place == ROWS and name in ("view", "viewifpermitted"):
            return frame, ROWS
        if place == ROWS and is_set_call(node):
            return frame, ROWS
        if is_volatile(name):
            self.volatile.append(node)
        if name == "mz_now":
            frame.mark("temporal filter", node)
        elif looks_at_other_rows(name, self._dialect):
            frame.mark("window", node)
        elif place in _MAY_AGGREGATE and not is_lookup(name) and not is_known_scalar(node, self._dialect):
            frame.mark("unknown function", node)
        return self._computation(node, frame, place)


def _compute(name: str, frame: Frame) -> None:
    """A column is computed with: tell what it comes from, in this SELECT or one around it."""
    select = select_of(frame)
    while select is not None and name and name not in select.sources:
        select = select.around
    if select is None:
        return
    if name:
        select.sources[name].flow = Flow.COMPUTED
    else:
        select.computes_all = True


def _mark_owners(node: exp.Expr, frame: Frame, is_odd: bool) -> None:
    """`SELECT (SELECT sum(o.x)) FROM o` aggregates over o: an aggregate belongs to the SELECT its columns are of."""
    names = {column.table.lower() for column in node.find_all(exp.Column)}
    outer: Frame | None = frame
    while outer is not None:
        outer.mark("aggregate", node)
        own = "" in names or not names.isdisjoint(outer.sources)
        if not is_odd and (not names or (outer.sources and own)):
            return
        outer = outer.around


class _Handlers(dict[type, _Handler | None]):
    """Filled as kinds of nodes are met: there are a thousand of them."""

    def __missing__(self, kind: type) -> _Handler | None:
        found = (handler for kinds, handler in _BY_KIND if issubclass(kind, kinds))
        self[kind] = next(found, None)
        return self[kind]


HANDLERS = _Handlers()
"""Where a node stands for its children, given where it stands itself; nothing where that is the same."""

_BY_KIND: tuple[tuple[type | tuple[type, ...], _Handler | None], ...] = (
    (exp.Select, Polarity.select),
    (exp.SetOperation, Polarity.set_operation),
    (exp.Subquery, Polarity.subquery),
    (exp.Table, Polarity.table),
    (exp.CTE, Polarity.cte),
    (exp.Final, Polarity.final),
    (exp.Unnest, Polarity._unnest),
    (exp.Window, Polarity._window),
    (exp.AggFunc, Polarity._aggregate),
    ((exp.Distinct, exp.Order, exp.Filter, exp.WithinGroup), Polarity._like_an_aggregate),
    (exp.Dot, Polarity._attribute),
    (exp.Column, Polarity._column),
    (exp.Ordered, Polarity._ordered),
    (exp.Group, Polarity._group),
    (exp.Insert, Polarity._insert),
    ((exp.Update, exp.Delete, exp.Merge), Polarity._change),
    ((exp.Connector, exp.Not, exp.Predicate), Polarity._predicate),
    (exp.Anonymous, Polarity._anonymous),
    (exp.Apply, Polarity._apply),
    (VOLATILE_NODES, Polarity._volatile),
    (_COPYING, None),
    ((exp.Func, exp.Binary, exp.Unary, exp.Values), Polarity._computation),
)
