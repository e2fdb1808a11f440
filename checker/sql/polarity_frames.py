"""Frames: the places of a query through which rows flow outward, and what each does to them.

A row of a table passes a chain of frames on its way into the result. Each frame passes a growing input on as a growing
output (+), turns it round (-), or may do either (±); signs multiply along the chain. The body of a CTE is a chain of
its own, continued by every place that reads the CTE.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from sqlglot import exp


class Flow(IntEnum):
    """What becomes of the values of a frame's rows. Ordered: of two ways out, the later one counts."""

    TESTED = 0
    """They decide which rows there are, but none of them gets out."""
    COPIED = 1
    COMPUTED = 2
    """New values are made of them, so a cycle through here may never settle."""


class Frame:
    """One place, relative to the place around it."""

    __slots__ = (
        "around",
        "cause",
        "computes_all",
        "container",
        "flow",
        "node",
        "operator",
        "parent",
        "select",
        "sign",
        "sources",
        "total",
        "uses",
        "value",
    )  # fmt: skip

    def __init__(
        self,
        parent: Frame | None,
        sign: int = 1,
        operator: str = "",
        node: exp.Expr | None = None,
        flow: Flow = Flow.COPIED,
        select: Frame | None = None,
        around: Frame | None = None,
    ) -> None:
        self.parent = parent
        self.select = select
        """The SELECT in whose FROM it stands, if its rows are a source there."""
        self.around: Frame | None = around or select or (parent.around if parent else None)
        """The SELECT whose names are seen from it."""
        self.sign = sign
        self.operator = operator
        self.node = node
        self.flow = flow
        self.sources: dict[str, Frame] = _NOTHING
        """What stands in the FROM of this SELECT, by alias."""
        self.computes_all = False
        """This SELECT computes with a column of which it is not known where it comes from."""
        self.uses: list[Frame] = [] if parent is None else _NOWHERE
        """Where the CTE is read whose body this frame is."""
        self.container: Frame = self if parent is None else parent.container
        self.total: int
        self.cause: Frame | None
        self.value: Flow

    def mark(self, operator: str, node: exp.Expr) -> None:
        """Nothing that passes here only grows; the first operator found is told."""
        if self.operator in _WEAK:
            self.operator, self.node = operator, node
        self.sign = 0

    def resolve(self) -> None:
        """Its sign and flow in relation to its container; the parent's are known already."""
        parent = self.parent
        if parent is None:
            self.total, self.value, self.cause = self.sign, self.flow, self if self.sign != 1 else None
            return
        self.total, self.cause = compose(parent, self.sign, self)
        computed = self.flow is Flow.COMPUTED or (self.select is not None and self.select.computes_all)
        self.value = pass_on(parent.value, Flow.COMPUTED if computed else self.flow)


_NOTHING: dict[str, Frame] = {}
_NOWHERE: list[Frame] = []
_WEAK = ("", "having")
"""A HAVING that holds an aggregate is told as that aggregate."""


class Passage:
    """How the rows of a CTE's body get into the whole result, over all places that read it."""

    __slots__ = ("cause", "total", "value")

    def __init__(self, total: int = 1, cause: Frame | None = None, value: Flow = Flow.COPIED) -> None:
        self.total, self.cause, self.value = total, cause, value

    def through(self, frame: Frame) -> Passage:
        """The way of what passes this frame, whose container it is the passage of."""
        total, cause = compose(self, frame.total, frame.cause)
        return Passage(total, cause, pass_on(self.value, frame.value))

    def join(self, other: Passage) -> bool:
        """Take in a second way; whether that changed anything."""
        before = (self.total, self.value)
        self.cause = self.cause or other.cause
        self.total = self.total if self.total == other.total else 0
        self.value = max(self.value, other.value)
        return before != (self.total, self.value)


def compose(outer: Frame | Passage, sign: int, cause: Frame | None) -> tuple[int, Frame | None]:
    """The sign of both together, and the outermost operator to blame for it."""
    total = outer.total * sign
    if total == 1:
        return 1, None
    return total, outer.cause if outer.total != 1 else cause


def pass_on(outer: Flow, inner: Flow) -> Flow:
    return Flow.TESTED if Flow.TESTED in (outer, inner) else max(outer, inner)


def passages(frames: Iterable[Frame], root: Frame) -> dict[Frame, Passage]:
    """The way out of every container: a fixed point, for recursive CTEs read themselves.

    Every sign changes at most twice, so this ends soon. What nobody reads counts as read plainly.
    """
    containers = [frame for frame in frames if frame.parent is None]
    reads: dict[Frame, list[tuple[Frame, Frame]]] = {}
    for body in containers:
        for use in body.uses:
            reads.setdefault(use.container, []).append((use, body))
    found: dict[Frame, Passage] = {}
    for seed in [root, *containers]:
        if seed in found:
            continue
        found[seed] = Passage()
        work = [seed]
        while work:
            container = work.pop()
            for use, body in reads.get(container, ()):
                way = found[container].through(use)
                if body not in found:
                    found[body] = way
                    work.append(body)
                elif found[body].join(way):
                    work.append(body)
    return found
