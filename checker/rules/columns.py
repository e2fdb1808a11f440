"""An explanation as tables, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa

from checker.rules.engine.nodes import Nodes
from checker.rules.engine.reasons import Explanation, Reasons, Stops
from checker.rules.engine.roots import Roots
from checker.rules.engine.sorting import Ints
from checker.rules.engine.ways import Ways
from checker.rules.pages import Titled


def to_tables(one: Explanation) -> Iterator[Titled]:
    """Every column of an explanation."""
    for relation, offset in one.nodes.offsets.items():
        yield "offset", relation, _ints(offset=np.array([offset]))
    yield "name", "", pa.table({"name": one.nodes.names})
    yield (
        "node",
        "",
        _ints(name=one.nodes.name, before=one.ways.before, depth=one.ways.depth, component=one.roots.component),
    )
    yield "way", "", _ints(node=one.ways.nodes)
    yield "seed", "", _ints(node=one.seeds)
    yield "roots of", "", _ints(start=one.roots.starts)
    yield "root", "", pa.table({"word": one.roots.word, "bits": one.roots.bits})
    yield "reason", "", _reason_table(one.reasons)
    for relation, columns in one.tuples.items():
        yield "tuple", relation, _texts(columns)
    for number, stops in enumerate(one.stops):
        yield f"stop {number}", stops.blocked_by, _texts(stops.values)
        yield f"stop reason {number}", stops.blocked_by, _reason_table(stops.reasons)


def from_tables(tables: Iterable[Titled]) -> Explanation:
    """What `to_tables` gave."""
    titled = list(tables)
    of = {(what): table for what, _, table in titled}
    node, root = of["node"], of["root"]
    stops = [
        Stops(title, _columns(table), _reasons(of[what.replace("stop", "stop reason")]))
        for what, title, table in titled
        if what.startswith("stop ") and not what.startswith("stop reason")
    ]
    return Explanation(
        Nodes(
            {title: table["offset"][0].as_py() for what, title, table in titled if what == "offset"},
            of["name"]["name"].combine_chunks(),
            _numbers(node, "name"),
        ),
        {title: _columns(table) for what, title, table in titled if what == "tuple"},
        Ways(_numbers(of["way"], "node"), _numbers(node, "before"), _numbers(node, "depth")),
        Roots(
            _numbers(node, "component"),
            _numbers(of["roots of"], "start"),
            root["word"].to_numpy(),
            root["bits"].to_numpy(),
        ),
        _numbers(of["seed"], "node"),
        _reasons(of["reason"]),
        tuple(stops),
    )


def _ints(**columns: Ints) -> pa.Table:
    return pa.table({name: pa.array(column, pa.int64()) for name, column in columns.items()})


def _numbers(table: pa.Table, name: str) -> Ints:
    return np.asarray(table[name].to_numpy(), np.int64)


def _texts(columns: Iterable[pa.Array]) -> pa.Table:
    return pa.table({f"c{at}": column for at, column in enumerate(columns)})


def _columns(table: pa.Table) -> tuple[pa.Array, ...]:
    return tuple(column.combine_chunks() for column in table.columns)


def _reason_table(reasons: Reasons) -> pa.Table:
    causes = pa.LargeListArray.from_arrays(pa.array(reasons.starts), pa.array(reasons.causes))
    return _ints(head=reasons.head, rule=reasons.rule).append_column("causes", causes)


def _reasons(table: pa.Table) -> Reasons:
    causes = table["causes"].combine_chunks()
    lengths = np.asarray(causes.value_lengths().to_numpy(), np.int64)
    starts = np.append(0, np.cumsum(lengths))
    return Reasons(_numbers(table, "head"), _numbers(table, "rule"), starts, causes.flatten().to_numpy())
