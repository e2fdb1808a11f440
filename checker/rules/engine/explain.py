"""Explained tuples as values, made at the end, once, of the columns that `reasons` gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import pyarrow as pa

from checker.names import dotted
from checker.rules.engine.evaluate import to_value
from checker.rules.engine.reasons import Explanation, Reasons
from checker.rules.engine.sorting import starts_of_groups
from checker.rules.program import Program
from checker.rules.syntax import Value

MOST_STEPS = 100
"""Of a longer way the middle is left out as `…`."""
ELISION = "…"


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
        self._program = program
        self._explanation = explanation
        names = explanation.nodes.names.to_pylist()
        self._name: list[str] = [names[number] for number in explanation.nodes.name.tolist()]
        self._relation: list[str] = []
        ends = [*list(explanation.nodes.offsets.values())[1:], len(self._name)]
        for relation, end in zip(explanation.nodes.offsets, ends, strict=True):
            self._relation += [relation] * (end - len(self._relation))

    def explained(self) -> Iterator[Explained]:
        """Every tuple that was asked for, in the order of relations and values."""
        told = self._explanation
        depth = told.ways.depth.tolist()
        for relation, columns in sorted(told.tuples.items()):
            offset = told.nodes.offsets[relation]
            rows = _rows(columns)
            for row in sorted(range(len(rows)), key=lambda row: tuple(map(str, rows[row]))):
                node = offset + row
                yield Explained(
                    relation,
                    rows[row],
                    depth[node],
                    self._reasons.get(node, ()),
                    self._roots[node],
                    self._ways.get(node, ()),
                )

    def stops(self) -> Iterator[Stop]:
        """What rules would derive, in order."""
        for one in self._explanation.stops:
            rules = [self._program.rules[number].head.relation for number in one.reasons.rule.tolist()]
            reasons = self._told_reasons(one.reasons)
            found = {
                Stop(relation, values, reason, one.blocked_by)
                for relation, values, reason in zip(rules, _rows(one.values), reasons, strict=True)
            }
            yield from sorted(found, key=_stop_order)

    @cached_property
    def _ways(self) -> dict[int, tuple[str, ...]]:
        """The names on the way to each node, made of those on the way to the node before it."""
        found: dict[int, tuple[str, ...]] = {-1: ()}
        before = self._explanation.ways.before
        nodes = self._explanation.ways.nodes
        for node, last in zip(nodes.tolist(), before[nodes].tolist(), strict=True):
            found[node] = _extended(found[last], self._name[node])
        return found

    @cached_property
    def _reasons(self) -> dict[int, tuple[Reason, ...]]:
        """All reasons of each node, in the order of rules and names."""
        told = self._explanation.reasons
        reasons = self._told_reasons(told)
        bounds = [*starts_of_groups(told.head).tolist(), len(reasons)]
        nodes = told.head[bounds[:-1]].tolist()
        return {
            node: tuple(
                reasons[first:last] if last - first == 1 else sorted(set(reasons[first:last]), key=_reason_order)
            )
            for node, (first, last) in zip(nodes, pairwise(bounds), strict=True)
        }

    def _told_reasons(self, reasons: Reasons) -> list[Reason]:
        labels = [rule.label for rule in self._program.rules]
        known: dict[tuple[int, ...], Reason] = {}
        causes, found = reasons.causes.tolist(), []
        for rule, (first, last) in zip(reasons.rule.tolist(), pairwise(reasons.starts.tolist()), strict=True):
            nodes = causes[first:last]
            key = (rule, *nodes)
            reason = known.get(key)
            if reason is None:
                names, relations = [self._name[node] for node in nodes], [self._relation[node] for node in nodes]
                reason = known[key] = Reason(labels[rule], tuple(names), tuple(relations))
            found.append(reason)
        return found

    @cached_property
    def _roots(self) -> list[tuple[str, ...]]:
        """The names of the seeds that lead to each node."""
        roots, seeds = self._explanation.roots, self._explanation.seeds.tolist()
        known: dict[bytes, tuple[str, ...]] = {}
        of_component = []
        for number, (first, last) in enumerate(pairwise(roots.starts.tolist())):
            key = roots.word[first:last].tobytes() + roots.bits[first:last].tobytes()
            if key not in known:
                known[key] = tuple(self._name[seeds[number]] for number in roots.seeds(number))
            of_component.append(known[key])
        return [of_component[number] for number in roots.component.tolist()]


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
