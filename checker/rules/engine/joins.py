"""Carry out the steps of a rule over tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from checker.rules.engine.steps import ABSENT, Absence, Filter, Match, Steps
from checker.rules.engine.table import MOST_ROWS, Ints, Table, TooManyRows
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

    __slots__ = ("count", "rows", "values")

    def __init__(self) -> None:
        self.count = 1
        self.values: dict[str, Ints] = {}
        self.rows: dict[int, Ints] = {}

    def column(self, operand: str | int) -> Ints:
        return self.values[operand] if isinstance(operand, str) else np.full(self.count, operand, np.int64)

    def take(self, chosen: Ints) -> None:
        self.values = {name: column[chosen] for name, column in self.values.items()}
        self.rows = {atom: rows[chosen] for atom, rows in self.rows.items()}
        self.count = len(chosen)


def run_steps(steps: Steps, tables: Tables, windows: Mapping[int, Window], *, keep_rows: bool = False) -> Bindings:
    """All ways to satisfy a rule's body, with each atom seen through its window."""
    try:
        return _run(steps, tables, windows, keep_rows)
    except TooManyRows as error:
        message = (
            f"joins to {error.args[0]:,} rows, more than the {MOST_ROWS:,} that are run; bind more of its variables"
        )
        raise RuleError(message, steps.rule.place, steps.rule.label) from error


def _run(steps: Steps, tables: Tables, windows: Mapping[int, Window], keep_rows: bool) -> Bindings:
    bindings = Bindings()
    for step in steps.steps:
        if isinstance(step, Match):
            _join(bindings, step, tables[step.relation], windows.get(step.atom))
            if not keep_rows:
                bindings.rows.clear()
        elif isinstance(step, Filter):
            kept = _COMPARE[step.comparison.operator](bindings.column(step.left), bindings.column(step.right))
            bindings.take(np.flatnonzero(kept))
        elif isinstance(step, Absence):
            bindings.take(_without(bindings, step.match, tables[step.match.relation]))
        if not bindings.count:
            break
    return bindings


def _join(bindings: Bindings, match: Match, table: Table, window: Window | None) -> None:
    probe, rows = _candidates(bindings, match, table, window)
    for first, second in match.equal:
        same = table.column(first)[rows] == table.column(second)[rows]
        probe, rows = probe[same], rows[same]
    if bindings.values or bindings.rows:
        bindings.take(probe)
    bindings.count = len(rows)
    for position, name in match.binds:
        bindings.values[name] = table.column(position)[rows]
    bindings.rows[match.atom] = rows


def _candidates(bindings: Bindings, match: Match, table: Table, window: Window | None) -> tuple[Ints, Ints]:
    first, last = (window.first, window.last) if window else (0, table.count)
    if not match.key:
        if bindings.count * (last - first) > MOST_ROWS:
            raise TooManyRows(bindings.count * (last - first))
        rows = np.arange(first, last)
        if bindings.count == 1:
            return np.zeros(len(rows), np.int64), rows
        return np.repeat(np.arange(bindings.count), len(rows)), np.tile(rows, bindings.count)
    if any(operand == ABSENT for _, operand in match.key):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    index = table.index(tuple(position for position, _ in match.key))
    columns = [bindings.column(operand) for _, operand in match.key]
    probe, rows = index.lookup(columns)
    if first > 0 or last < table.count:
        seen = (rows >= first) & (rows < last)
        probe, rows = probe[seen], rows[seen]
    return probe, rows


def _without(bindings: Bindings, match: Match, table: Table) -> Ints:
    """The numbers of the bindings that no row of a table matches."""
    if not table.count or any(operand == ABSENT for _, operand in match.key):
        return np.arange(bindings.count)
    if not match.key:
        return np.empty(0, np.int64)
    index = table.index(tuple(position for position, _ in match.key))
    probe, _ = index.lookup([bindings.column(operand) for _, operand in match.key])
    absent = np.ones(bindings.count, np.bool_)
    absent[probe] = False
    return np.flatnonzero(absent)
