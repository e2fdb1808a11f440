"""Carry out the steps of a rule over tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from checker.rules.engine.index import MOST_ROWS, MOST_VALUES, TooManyRows
from checker.rules.engine.sorting import Ints
from checker.rules.engine.steps import ABSENT, Filter, Match, Presence, Steps
from checker.rules.engine.table import Table
from checker.rules.errors import RuleError
from checker.rules.syntax import Operator

Tables = Mapping[str, Table]
_COMPARE: dict[Operator, Callable[[Ints, Ints], NDArray[np.bool_]]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


@dataclass(frozen=True, slots=True)
class Window:
    """The rows of a table that a step may see."""

    first: int
    last: int


class Bindings:
    """What is bound so far: a column per variable, and the row that each atom was matched with."""

    __slots__ = ("count", "looked_at", "rows", "values")

    def __init__(self) -> None:
        self.count = 1
        self.looked_at = 0
        """How many values were held on the way."""
        self.values: dict[str, Ints] = {}
        self.rows: dict[int, Ints] = {}

    def column(self, operand: str | int) -> Ints:
        return self.values[operand] if isinstance(operand, str) else np.full(self.count, operand, np.int64)

    def forget(self, needed: frozenset[str]) -> None:
        """Drop the variables that nothing more is asked of."""
        if len(needed) < len(self.values):
            self.values = {name: column for name, column in self.values.items() if name in needed}

    def expect(self, rows: int) -> None:
        """Before so many rows are taken, with one more column. Raises TooManyRows."""
        columns = len(self.values) + len(self.rows) + 1
        if rows * columns > MOST_VALUES:
            raise TooManyRows(rows, MOST_VALUES // columns)
        self.looked_at += rows * columns

    def take(self, chosen: Ints) -> None:
        self.values = {name: column[chosen] for name, column in self.values.items()}
        self.rows = {atom: rows[chosen] for atom, rows in self.rows.items()}
        self.count = len(chosen)


def run_steps(steps: Steps, tables: Tables, windows: Mapping[int, Window], *, keep_rows: bool = False) -> Bindings:
    """All ways to satisfy a rule's body, with each atom seen through its window."""
    try:
        return _run(steps, tables, windows, keep_rows)
    except TooManyRows as error:
        rows, most = error.args
        message = f"joins to {rows:,} rows, more than the {most:,} that are run; bind more of its variables"
        raise RuleError(message, steps.rule.place, steps.rule.label) from error


def _run(steps: Steps, tables: Tables, windows: Mapping[int, Window], keep_rows: bool) -> Bindings:
    bindings = Bindings()
    for step, needed in zip(steps.steps, steps.needed, strict=True):
        if isinstance(step, Match):
            _join(bindings, step, tables[step.relation], windows.get(step.atom), needed)
            if not keep_rows:
                bindings.rows.clear()
        else:
            kept = _compared(bindings, step) if isinstance(step, Filter) else _tested(bindings, step, tables)
            bindings.forget(needed)
            bindings.take(np.flatnonzero(kept))
        if not bindings.count:
            break
    return bindings


def _join(bindings: Bindings, match: Match, table: Table, window: Window | None, needed: frozenset[str]) -> None:
    probe, rows = _candidates(bindings, match, table, window or Window(0, table.count))
    for first, second in match.equal:
        same = table.column(first)[rows] == table.column(second)[rows]
        probe, rows = probe[same], rows[same]
    bindings.forget(needed)
    bindings.expect(len(probe))
    bindings.take(probe)
    for position, name in match.binds:
        if name in needed:
            bindings.values[name] = table.column(position)[rows]
    bindings.rows[match.atom] = rows


def _candidates(bindings: Bindings, match: Match, table: Table, window: Window) -> tuple[Ints, Ints]:
    """(number of the binding, row) for all that agree in what is known before."""
    if not match.key:
        rows = np.arange(window.first, window.last)
        if bindings.count * len(rows) > MOST_ROWS:
            raise TooManyRows(bindings.count * len(rows), MOST_ROWS)
        return np.repeat(np.arange(bindings.count), len(rows)), np.tile(rows, bindings.count)
    if any(operand == ABSENT for _, operand in match.key):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    index = table.index(tuple(position for position, _ in match.key))
    probe, rows = index.lookup([bindings.column(operand) for _, operand in match.key])
    if window.first > 0 or window.last < table.count:
        seen = (rows >= window.first) & (rows < window.last)
        probe, rows = probe[seen], rows[seen]
    return probe, rows


def _compared(bindings: Bindings, step: Filter) -> NDArray[np.bool_]:
    return _COMPARE[step.comparison.operator](bindings.column(step.left), bindings.column(step.right))


def _tested(bindings: Bindings, step: Presence, tables: Tables) -> NDArray[np.bool_]:
    present = _present(bindings, step.match, tables)
    return present if step.wanted else ~present


def _present(bindings: Bindings, match: Match, tables: Tables) -> NDArray[np.bool_]:
    """Which bindings some row of a table matches."""
    table = tables[match.relation]
    if not table.count or any(operand == ABSENT for _, operand in match.key):
        return np.zeros(bindings.count, np.bool_)
    if not match.key:
        return np.ones(bindings.count, np.bool_)
    index = table.index(tuple(position for position, _ in match.key))
    return index.contains([bindings.column(operand) for _, operand in match.key])
