"""Random ClickHouse projects and edits of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from hypothesis import strategies as st

from tests.plan.executed.clickhouse_things import (
    ENGINES,
    FAMILIES,
    Column,
    Dictionary,
    Table,
    View,
    writes,
)
from tests.plan.executed.edits import (
    Draw,
    Edit,
    cases,
    drop,
    editing,
    other,
    rearrange,
    rename,
    schemas,
    small,
    was_table,
)
from tests.plan.executed.model import Output, Side, Thing

_types = st.sampled_from(sorted({name for family in FAMILIES for name in family}))
_comments = st.sampled_from(["", "first", "second"])
_defaults = st.none() | st.integers(1, 3)


def _column(draw: Draw, name: str) -> Column:
    return Column(name, draw(_types), draw(_defaults), draw(_comments))


def make_table(draw: Draw, side: Side, number: int) -> Table:
    columns = tuple(_column(draw, f"c{number}_{place}") for place in range(draw(st.integers(0, 3))))
    indexed = tuple(one.name for one in columns if draw(st.booleans()))
    engine = draw(st.sampled_from(ENGINES))
    return Table(draw(schemas), f"t{number}", f"mark{number}", engine, columns, indexed, draw(_comments))


def make_view(draw: Draw, side: Side, number: int) -> View | None:
    return _reading(draw, side, number, View(draw(schemas), f"v{number}", ()))


def make_store(draw: Draw, side: Side, number: int) -> View | None:
    """A materialized view that keeps its rows itself."""
    made = make_view(draw, side, number)
    return None if made is None else replace(made, stores=True)


def make_writer(draw: Draw, side: Side, number: int) -> View | None:
    """A materialized view with a target, which it does not read, not even by way of others."""
    made = _reading(draw, side, number, View(draw(schemas), f"w{number}", ()))
    if made is None:
        return None
    above = _sources(side, made.reads)
    targets = [key for key, thing in sorted(side.things.items()) if isinstance(thing, Table) and key not in above]
    target = draw(st.sampled_from(targets)) if targets else None
    if target is None:
        return made
    others = [one for one in side.things.values() if isinstance(one, View) and one.refreshed and one.target == target]
    return replace(made, target=target, outputs=(), refreshed=not others and draw(st.booleans()))


def _sources(side: Side, reads: tuple[int, ...]) -> set[int]:
    """All that rows come from, also through views that write."""
    found: set[int] = set()
    waiting = list(reads)
    while waiting:
        number = waiting.pop()
        if number in found:
            continue
        found.add(number)
        views = {key: thing for key, thing in side.things.items() if isinstance(thing, View)}
        waiting += views[number].reads if number in views else ()
        waiting += [read for view in views.values() if view.target == number for read in view.reads]
    return found


def make_dictionary(draw: Draw, side: Side, number: int) -> Dictionary | None:
    tables = [key for key, thing in sorted(side.things.items()) if isinstance(thing, Table)]
    return Dictionary(draw(schemas), f"d{number}", draw(st.sampled_from(tables))) if tables else None


def _reading(draw: Draw, side: Side, number: int, view: View) -> View | None:
    """The view with another query, if there is anything it can read."""
    lower = {key: thing for key, thing in sorted(side.things.items()) if key < number}
    relations = [key for key, one in lower.items() if not isinstance(one, Dictionary) and not writes(side, key)]
    if not relations:
        return None
    reads = tuple(draw(st.lists(st.sampled_from(relations), min_size=1, max_size=2, unique=True)))
    offered = [Output(key, name) for key in reads for name in lower[key].column_names()]
    outputs = tuple(draw(st.lists(st.sampled_from(offered), max_size=3, unique=True))) if offered else ()
    return replace(view, reads=reads, outputs=outputs, more_than=draw(small))


def _change_query(draw: Draw, side: Side, number: int, thing: Thing) -> Thing:
    view = cast(View, thing)
    if view.target is not None:
        return replace(view, more_than=draw(small))
    return _reading(draw, side, number, view) or view


def _of_table(change: Callable[[Draw, int, Table], Table]) -> Edit:
    """Edits of columns, where the engine can alter them."""

    def edit(draw: Draw, _: Side, number: int, thing: Thing) -> Thing:
        table = cast(Table, thing)
        return change(draw, number, table) if table.can_alter else table

    return editing(Table, edit)


def _add_column(draw: Draw, number: int, table: Table) -> Table:
    made = _column(draw, f"n{number}_{len(table.columns)}")
    return table if made.name in table.column_names() else replace(table, columns=(*table.columns, made))


def _change_columns(change: Callable[[Draw, Column], Column | None]) -> Edit:
    def edit(draw: Draw, _: int, table: Table) -> Table:
        if not table.columns:
            return table
        chosen = draw(st.sampled_from(table.columns))
        changed = [change(draw, one) if one is chosen else one for one in table.columns]
        return replace(table, columns=tuple(one for one in changed if one is not None))

    return _of_table(edit)


def _retype(draw: Draw, one: Column) -> Column:
    families = [family for family in FAMILIES if one.type in family]
    return replace(one, type=draw(st.sampled_from(draw(st.sampled_from(families)))))


def _to_other_kind(draw: Draw, side: Side) -> Side:
    """A table gives its name to a view, or the other way round."""
    numbers = [key for key, thing in sorted(side.things.items()) if not isinstance(thing, Dictionary)]
    if not numbers:
        return side
    number = draw(st.sampled_from(numbers))
    old = side.things[number]
    if was_table(old):
        return side
    made = make_table(draw, side, number) if isinstance(old, View) else make_view(draw, side, number)
    return side if made is None else side.put(number, replace(made, schema=old.schema, name=old.name))


def _of_view(change: Callable[[Draw, View], View]) -> Edit:
    return editing(View, lambda draw, _, __, view: change(draw, cast(View, view)))


EDITS: tuple[Edit, ...] = (
    drop,
    rename,
    rearrange,
    editing(View, _change_query),
    _of_view(lambda draw, view: view if view.stores else replace(view, schema=other(view.schema))),
    _of_table(_add_column),
    _change_columns(lambda draw, one: None),
    _change_columns(_retype),
    _change_columns(lambda draw, one: replace(one, default=draw(_defaults))),
    _change_columns(lambda draw, one: replace(one, comment=draw(_comments))),
    _of_table(lambda draw, _, one: replace(one, indexed=tuple(x for x in one.column_names() if draw(st.booleans())))),
    _of_table(lambda draw, _, table: replace(table, comment=draw(_comments))),
    editing(
        Dictionary,
        lambda draw, _, __, one: replace(
            cast(Dictionary, one), layout=draw(st.sampled_from(["HASHED", "SPARSE_HASHED"]))
        ),
    ),
    _to_other_kind,
)

_MAKERS = (make_table, make_view, make_writer, make_dictionary)
_STORING = _of_view(lambda draw, view: replace(view, stores=not view.stores and view.target is None))

strict_cases = cases("clickhouse", _MAKERS, EDITS)
"""Where all that stands in the way of a drop or a rename can be dropped: no view keeps its rows itself."""
clickhouse_cases = cases("clickhouse", (*_MAKERS, make_store), (*EDITS, _STORING))
