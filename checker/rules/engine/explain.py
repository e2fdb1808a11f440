"""Explained tuples as values, made at the end, once, of the columns that `reasons` gives."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise, repeat

import numpy as np
import pyarrow as pa

from checker.names import dotted
from checker.rules.engine.evaluate import to_value
from checker.rules.engine.ranking import each_of_a_kind, reason_ranks, relation_ranks, take_many, text_ranks
from checker.rules.engine.reasons import Explanation, Reasons
from checker.rules.engine.roots import MOST_ROOTS
from checker.rules.engine.sorting import Ints, places_in_order, sort_with_places, starts_of_groups
from checker.rules.program import Program
from checker.rules.syntax import Value

MOST_STEPS = 100
"""Of a longer way the middle is left out as `…`."""
ELISION = "…"
_TOGETHER = 10_000
"""Of so many components the roots are told at a time, each up to a hundred names."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule, and the tuples it derived another from."""

    rule: str
    because: tuple[str, ...]
    relations: tuple[str, ...] = ()
    """Which relation each of them is in."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A derived tuple with all that led to it."""

    relation: str
    values: tuple[Value, ...]
    depth: int
    reasons: tuple[Reason, ...]
    root: tuple[str, ...]
    trace: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the tuple is called: the one value it has, or all of them dotted."""
        return str(self.values[0]) if len(self.values) == 1 else dotted(map(str, self.values))


@dataclass(frozen=True, slots=True)
class Stop:
    """A tuple that a rule would derive, but for a relation under its NOT."""

    relation: str
    values: tuple[Value, ...]
    reason: Reason
    blocked_by: str


class Teller:
    """Makes values of an explanation; equal ones only once."""

    def __init__(self, program: Program, explanation: Explanation) -> None:
        self._labels = [rule.label for rule in program.rules]
        self._heads = [rule.head.relation for rule in program.rules]
        self._explanation = explanation
        nodes = explanation.nodes
        self._name: list[str] = take_many(nodes.names.to_pylist(), nodes.name)
        self._relations = sorted(nodes.offsets)
        self._relation = relation_ranks(nodes)

    def explained(self) -> tuple[Explained, ...]:
        """Every tuple that was asked for, in the order of relations and values."""
        with _collector_paused():
            return tuple(chain.from_iterable(self._explained(name) for name in sorted(self._explanation.tuples)))

    def _explained(self, relation: str) -> Iterator[Explained]:
        told = self._explanation
        rows, offset = _rows(told.tuples[relation]), told.nodes.offsets[relation]
        order = self._order(rows, offset)
        nodes = order + offset
        return map(
            Explained,
            repeat(relation),
            take_many(rows, order),
            told.ways.depth[nodes].tolist(),
            take_many(self._reasons, nodes),
            take_many(self._roots, told.roots.component[nodes]),
            take_many(self._ways, nodes),
        )

    def stops(self) -> Iterator[Stop]:
        """What rules would derive, in order."""
        for one in self._explanation.stops:
            kinds, ranks = self._kinds(one.reasons)
            rows = zip(one.reasons.rule.tolist(), _rows(one.values), ranks.tolist(), strict=True)
            # Not a set: 7 and "7" are in the same place, and would come in any order.
            found = dict.fromkeys(
                Stop(self._heads[rule], values, kinds[rank], one.blocked_by) for rule, values, rank in rows
            )
            yield from sorted(found, key=_stop_order)

    def _order(self, rows: list[tuple[Value, ...]], offset: int) -> Ints:
        """The rows of a relation by their texts; single values are in order by their names already."""
        if rows and len(rows[0]) == 1:
            ranks = text_ranks(self._explanation.nodes)[offset : offset + len(rows)]
            return places_in_order(ranks)
        return np.array(sorted(range(len(rows)), key=lambda row: tuple(map(str, rows[row]))), np.int64)

    @cached_property
    def _ways(self) -> list[tuple[str, ...]]:
        """The names on the way to each node, made of those on the way to the node before it."""
        found: list[tuple[str, ...]] = [()] * (len(self._name) + 1)  # the last is before all
        before = self._explanation.ways.before
        nodes = self._explanation.ways.nodes
        for node, last in zip(nodes.tolist(), before[nodes].tolist(), strict=True):
            found[node] = _extended(found[last], self._name[node])
        return found

    @cached_property
    def _reasons(self) -> list[tuple[Reason, ...]]:
        """All reasons of each node, in the order of rules and names, those that read the same once."""
        told = self._explanation.reasons
        kinds, ranks = self._kinds(told)
        ordered, _ = sort_with_places(told.head * len(kinds) + ranks)
        head, rank = np.divmod(ordered[starts_of_groups(ordered)], max(len(kinds), 1))
        reasons = take_many(kinds, rank)
        bounds = np.searchsorted(head, np.arange(len(self._name) + 1)).tolist()
        return [tuple(reasons[first:last]) for first, last in pairwise(bounds)]

    def _kinds(self, reasons: Reasons) -> tuple[list[Reason], Ints]:
        """Every reason once, in order, and which of them each is."""
        ranks = reason_ranks(reasons, self._labels, self._explanation.nodes)
        chosen = each_of_a_kind(ranks)
        starts, ends = reasons.starts[chosen].tolist(), reasons.starts[chosen + 1].tolist()
        names = take_many(self._name, reasons.causes)
        relations = take_many(self._relations, self._relation[reasons.causes])
        return [
            Reason(self._labels[rule], tuple(names[first:last]), tuple(relations[first:last]))
            for rule, first, last in zip(reasons.rule[chosen].tolist(), starts, ends, strict=True)
        ], ranks

    @cached_property
    def _roots(self) -> list[tuple[str, ...]]:
        """The names of the seeds that lead to each component."""
        roots = self._explanation.roots
        names = take_many(self._name, self._explanation.seeds)
        kinds = roots.kinds()
        chosen, found = each_of_a_kind(kinds), list[tuple[str, ...]]()
        for first in range(0, len(chosen), _TOGETHER):
            seeds, starts = roots.seeds(chosen[first : first + _TOGETHER])
            told = take_many(names, seeds)
            found += [tuple(told[at : min(end, at + MOST_ROOTS)]) for at, end in pairwise(starts.tolist())]
        return take_many(found, kinds)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Of millions of new values none is garbage, and looking at them again and again takes as long as making them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # what is told stays to the end
        if was_enabled:
            gc.enable()


def _rows(columns: Sequence[pa.Array]) -> list[tuple[Value, ...]]:
    return list(zip(*(map(to_value, column.to_pylist()) for column in columns), strict=True))


def _extended(way: tuple[str, ...], name: str) -> tuple[str, ...]:
    """A way with one more name on it: at most so many first and last ones."""
    if way and way[-1] == name:
        return way  # a changed object, and that it is dirty, are one step
    half = MOST_STEPS // 2
    if len(way) < MOST_STEPS:
        return (*way, name)
    return (*way[:half], ELISION, *way[1 - half :], name)


def _reason_order(reason: Reason) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return reason.rule, reason.because, reason.relations


def _stop_order(stop: Stop) -> tuple[object, ...]:
    return tuple(map(str, stop.values)), _reason_order(stop.reason)
