"""Random PostgreSQL projects and edits of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from hypothesis import strategies as st

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
from tests.plan.executed.postgres_things import FAMILIES, Column, Function, Notes, Table, View

_notes = st.builds(Notes, st.sampled_from(["", "", "first", "it''s"]), st.booleans())
_keys = st.sampled_from(["integer", "bigint", "numeric(12,2)"])
_types = st.sampled_from([name for family in FAMILIES for name in family])


def column(draw: Draw, name: str, *, new: bool = False) -> Column:
    """A new column of a table with rows is nullable or has a default, and holds the same in all of them."""
    default = draw(st.none() | st.integers(1, 3))
    not_null = draw(st.booleans()) and not (new and default is None)
    return Column(name, draw(_types), not_null, default, unique=not new and draw(st.booleans()))


def make_table(draw: Draw, side: Side, number: int) -> Table:
    columns = tuple(column(draw, f"c{number}_{place}") for place in range(draw(st.integers(0, 3))))
    others = [key for key, thing in side.things.items() if isinstance(thing, Table)]
    return Table(
        schema=draw(schemas),
        name=f"t{number}",
        mark=f"mark{number}",
        columns=columns,
        refers=tuple(draw(st.lists(st.sampled_from(others), max_size=1))) if others else (),
        check=draw(small),
        indexed=tuple(one.name for one in columns if draw(st.booleans())),
        identity=draw(st.booleans()),
        notes=draw(_notes),
    )


def make_view(draw: Draw, side: Side, number: int) -> View | None:
    made = View(draw(schemas), f"v{number}", (), materialized=draw(st.booleans()), indexed=draw(st.booleans()))
    return _reading(draw, side, number, replace(made, notes=draw(_notes)))


def make_function(draw: Draw, side: Side, number: int) -> Function:
    return Function(draw(schemas), f"f{number}", draw(small))


def _reading(draw: Draw, side: Side, number: int, view: View) -> View | None:
    """The view with another query, if there is anything it can read."""
    lower = {key: thing for key, thing in sorted(side.things.items()) if key < number}
    relations = [key for key, thing in lower.items() if not isinstance(thing, Function)]
    functions = [key for key, thing in lower.items() if isinstance(thing, Function)]
    if not relations:
        return None
    reads = tuple(draw(st.lists(st.sampled_from(relations), min_size=1, max_size=3, unique=True)))
    offered = [Output(key, name) for key in reads for name in lower[key].column_names()]
    outputs = tuple(draw(st.lists(st.sampled_from(offered), max_size=3, unique=True))) if offered else ()
    calls = draw(st.none() | st.sampled_from(functions)) if functions else None
    return replace(view, reads=reads, outputs=outputs, calls=calls, more_than=draw(small))


def _change_query(draw: Draw, side: Side, number: int, view: Thing) -> Thing:
    return _reading(draw, side, number, cast(View, view)) or view


def _of_table(change: Callable[[Draw, int, Table], Table]) -> Edit:
    return editing(Table, lambda draw, _, number, table: change(draw, number, cast(Table, table)))


def _of_view(change: Callable[[Draw, View], View]) -> Edit:
    return editing(View, lambda draw, _, __, view: change(draw, cast(View, view)))


def _add_column(draw: Draw, number: int, table: Table) -> Table:
    made = column(draw, f"n{number}_{len(table.columns)}", new=True)
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
    (family,) = (family for family in FAMILIES if one.type in family)
    return replace(one, type=draw(st.sampled_from(family)))


def _to_other_kind(draw: Draw, side: Side) -> Side:
    """A table gives its name to a view, or the other way round."""
    if not side.things:
        return side
    number = draw(st.sampled_from(sorted(side.things)))
    old = side.things[number]
    make = make_table if isinstance(old, View) else make_view
    made = make(draw, side, number)
    if made is None or isinstance(old, Function) or was_table(old):
        return side
    return side.put(number, replace(made, schema=old.schema, name=old.name))


EDITS: tuple[Edit, ...] = (
    drop,
    rename,
    rearrange,
    editing(View, _change_query),
    _of_view(lambda draw, view: replace(view, schema=other(view.schema))),
    _of_view(lambda draw, view: replace(view, materialized=not view.materialized)),
    _of_view(lambda draw, view: replace(view, indexed=not view.indexed)),
    _of_view(lambda draw, view: replace(view, notes=draw(_notes))),
    _of_table(_add_column),
    _change_columns(lambda draw, one: None),
    _change_columns(_retype),
    _change_columns(lambda draw, one: replace(one, default=draw(st.none() | st.integers(1, 3)))),
    _change_columns(lambda draw, one: replace(one, not_null=not one.not_null)),
    _change_columns(lambda draw, one: replace(one, unique=False)),
    _of_table(lambda draw, _, table: replace(table, check=draw(small))),
    _of_table(lambda draw, _, table: replace(table, key=draw(_keys))),
    _of_table(
        lambda draw, _, table: replace(table, indexed=tuple(one for one in table.column_names() if draw(st.booleans())))
    ),
    _of_table(lambda draw, _, table: replace(table, notes=draw(_notes))),
    editing(Function, lambda draw, _, __, one: replace(cast(Function, one), adds=draw(small))),
    editing(
        Function,
        lambda draw, _, __, one: replace(cast(Function, one), returns=draw(st.sampled_from(["integer", "bigint"]))),
    ),
    _to_other_kind,
)

postgres_cases = cases("postgres", (make_table, make_view, make_view, make_function), EDITS)
