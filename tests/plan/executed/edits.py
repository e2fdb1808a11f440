"""Strategies that all dialects share: a base, and some edits that make it head."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from tests.plan.executed.case import Case
from tests.plan.executed.model import SCHEMAS, Side, Thing

Draw = st.DrawFn
Edit = Callable[[Draw, Side], Side]
Make = Callable[[Draw, Side, int], Thing | None]
"""A new thing with a number, or nothing where there is nothing yet to stand on."""

schemas = st.sampled_from(SCHEMAS)
small = st.integers(0, 3)
_LAYOUTS = ("each", "forward", "backward")


def cases(dialect: str, makers: Sequence[Make], edits: Sequence[Edit], most: int = 7) -> st.SearchStrategy[Case]:
    """Two sides that can both be built."""

    @st.composite
    def drawn(draw: Draw) -> Case:
        base = Side({}, draw(st.sampled_from(_LAYOUTS)))
        for _ in range(draw(st.integers(1, most))):
            base = added(draw, base, draw(st.sampled_from(makers)))
        head = base = base.settled()
        for _ in range(draw(st.integers(1, 4))):
            head = draw(st.sampled_from([*edits, *(adding(make) for make in makers)]))(draw, head).settled()
        return Case.between(dialect, base, head)

    return drawn()


def added(draw: Draw, side: Side, make: Make) -> Side:
    number = max(side.things, default=0) + 1
    made = make(draw, side, number)
    return side if made is None else put(side, number, made)


def adding(make: Make) -> Edit:
    return lambda draw, side: added(draw, side, make)


def put(side: Side, number: int, thing: Thing) -> Side:
    return replace(side, things={**side.things, number: thing})


def editing(kind: type, change: Callable[[Draw, Side, int, Thing], Thing]) -> Edit:
    """An edit of one thing of a kind; none where there is none of it."""

    def edit(draw: Draw, side: Side) -> Side:
        numbers = [number for number, thing in side.things.items() if isinstance(thing, kind)]
        if not numbers:
            return side
        number = draw(st.sampled_from(numbers))
        return put(side, number, change(draw, side, number, side.things[number]))

    return edit


def other(schema: str) -> str:
    return SCHEMAS[1 - SCHEMAS.index(schema)]


def was_table(thing: Thing) -> bool:
    """Whether a view stands where a table stood: a third thing under that name would be compared with the first."""
    return thing.name.startswith("t") and not thing.inserts(Side({}))


def drop(draw: Draw, side: Side) -> Side:
    if not side.things:
        return side
    number = draw(st.sampled_from(sorted(side.things)))
    return replace(side, things={key: thing for key, thing in side.things.items() if key != number})


def rename(draw: Draw, side: Side) -> Side:
    if not side.things:
        return side
    number = draw(st.sampled_from(sorted(side.things)))
    return put(side, number, side.things[number].named(f"renamed{number}"))


def rearrange(draw: Draw, side: Side) -> Side:
    """Other files in another order, which is no change."""
    return replace(side, layout=draw(st.sampled_from(_LAYOUTS)))
