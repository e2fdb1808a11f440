"""Why each tuple is there: its reasons, the changes at its root, and one shortest way from one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import rustworkx as rx

from checker.names import dotted
from checker.rules.engine.evaluate import Evaluation, to_value
from checker.rules.engine.table import Ints
from checker.rules.syntax import Rule

MOST_ROOTS = 100
MOST_STEPS = 100
MOST_STOPS = 10_000
"""Of more roots, or of a longer way, only so many are told; the way's middle is then left out as `…`."""
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
    values: tuple[str | int, ...]
    depth: int
    reasons: tuple[Reason, ...]
    root: tuple[str, ...]
    trace: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the tuple is called: the one value it has, or all of them dotted."""
        return _tuple_name(self.values)


@dataclass(frozen=True, slots=True)
class Stop:
    """A tuple that a rule would derive, but for a relation under its NOT."""

    relation: str
    values: tuple[str | int, ...]
    reason: Reason
    blocked_by: str


class Explanation:
    """Tuples as nodes of a graph: the seeds, and whatever is derived from them."""

    def __init__(self, evaluation: Evaluation, seeds: Sequence[str]) -> None:
        self._evaluation = evaluation
        self._seeds = [name for name in seeds if name in evaluation.tables]
        self._relations = [*self._seeds, *evaluation.program.following_from(self._seeds)]
        self._offsets: dict[str, int] = {}
        self._names: list[str] = []
        for name in self._relations:
            self._offsets[name] = len(self._names)
            self._names += _names(evaluation, name)
        self._rank = _ranks(self._names)

    def tuples(self, outputs: Sequence[str]) -> list[Explained]:
        """Every tuple of these relations, in the order of relations and values."""
        edges = self._edges()
        ways = self._ways(*self._shortest(*edges))
        roots = self._roots(*edges)
        reasons = self._reasons()
        found: list[Explained] = []
        for relation in outputs:
            if relation not in self._offsets:
                continue
            rows = self._evaluation.rows(relation)
            for row in sorted(range(len(rows)), key=lambda row: tuple(map(str, rows[row]))):
                node = self._offsets[relation] + row
                way = ways.get(node, _NO_WAY)
                root = tuple(self._names[seed] for seed in roots[node])
                found.append(
                    Explained(relation, rows[row], max(way.length - 1, 0), reasons.get(node, ()), root, way.names)
                )
        return found

    def _edges(self) -> tuple[Ints, Ints]:
        """(from, to): a tuple, and one that was derived with it."""
        sources, targets = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for one in self._evaluation.derivations:
            if one.rule.head.relation not in self._offsets:
                continue
            for atom, rows in zip(one.rule.positive, one.body, strict=True):
                if atom.relation in self._offsets:
                    sources.append(rows + self._offsets[atom.relation])
                    targets.append(one.head + self._offsets[one.rule.head.relation])
        return np.concatenate(sources), np.concatenate(targets)

    def _seed_nodes(self) -> Ints:
        counts = [(self._offsets[name], self._evaluation.tables[name].count) for name in self._seeds]
        return np.concatenate([np.empty(0, np.int64), *(np.arange(first, first + count) for first, count in counts)])

    def _shortest(self, sources: Ints, targets: Ints) -> tuple[Ints, Ints]:
        """The distance of each node from a seed, and the node before it: the first by name of the nearest."""
        count = len(self._names)
        order = np.argsort(sources, kind="stable")
        starts = np.searchsorted(sources[order], np.arange(count + 1))
        reached = targets[order]
        distance = np.full(count, -1, np.int64)
        frontier = self._seed_nodes()
        distance[frontier] = 0
        level = 0
        while len(frontier):
            level += 1
            counts = starts[frontier + 1] - starts[frontier]
            offsets = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
            nearby = reached[np.repeat(starts[frontier], counts) + offsets]
            frontier = np.unique(nearby[distance[nearby] < 0])
            distance[frontier] = level
        return distance, self._before(sources, targets, distance)

    def _before(self, sources: Ints, targets: Ints, distance: Ints) -> Ints:
        nearest = distance[sources] + 1 == distance[targets]
        nearest &= distance[sources] >= 0
        sources, targets = sources[nearest], targets[nearest]
        order = np.lexsort((self._rank[sources], targets))
        first = np.ones(len(order), np.bool_)
        first[1:] = targets[order][1:] != targets[order][:-1]
        before = np.full(len(self._names), -1, np.int64)
        before[targets[order][first]] = sources[order][first]
        return before

    def _ways(self, distance: Ints, before: Ints) -> dict[int, _Way]:
        """One shortest way to each node that a seed leads to, built from the way to the node before it."""
        ways: dict[int, _Way] = {-1: _NO_WAY}
        reached = np.flatnonzero(distance >= 0)
        for node in reached[np.argsort(distance[reached], kind="stable")].tolist():
            ways[node] = ways[int(before[node])].then(self._names[node])
        return ways

    def _reasons(self) -> dict[int, tuple[Reason, ...]]:
        """All derivations of each node, in the order of rules and names; from itself nothing follows."""
        found: dict[int, set[Reason]] = {}
        for one in self._evaluation.derivations:
            offset = self._offsets.get(one.rule.head.relation)
            if offset is None:
                continue
            real = np.ones(len(one.head), np.bool_)
            for atom, rows in zip(one.rule.positive, one.body, strict=True):
                if atom.relation == one.rule.head.relation:
                    real &= rows != one.head
            heads = (one.head[real] + offset).tolist()
            names = [self._names[head] for head in heads]
            reasons = self._because(one.rule, [rows[real] for rows in one.body], names)
            for head, reason in zip(heads, reasons, strict=True):
                found.setdefault(head, set()).add(reason)
        return {node: tuple(sorted(reasons, key=_reason_order)) for node, reasons in found.items()}

    def _because(self, rule: Rule, body: Sequence[Ints], heads: Sequence[str]) -> Iterator[Reason]:
        """A reason for each head: the tuples on its way, without the one that is about the head itself."""
        told = [
            (atom.relation, (rows + self._offsets[atom.relation]).tolist())
            for atom, rows in zip(rule.positive, body, strict=True)
            if atom.relation in self._offsets
        ]
        for number, own in enumerate(heads):
            others = [(name, relation) for relation, nodes in told if (name := self._names[nodes[number]]) != own]
            yield Reason(rule.label, tuple(name for name, _ in others), tuple(relation for _, relation in others))

    def stops(self) -> Iterator[Stop]:
        """Where the way ended: what rules would derive without their NOTs, and is not derived otherwise."""
        for rule in self._evaluation.program.rules:
            if rule.head.relation in self._offsets and rule.negative:
                yield from islice(self._stops_of(rule), MOST_STOPS)

    def _stops_of(self, rule: Rule) -> Iterator[Stop]:
        known = set(self._evaluation.rows(rule.head.relation))
        for atom in rule.negative:
            held = replace(rule, positive=(*rule.positive, atom), negative=())
            heads, body = self._evaluation.solve(held)
            names = [_tuple_name(values) for values in heads]
            reasons = self._because(rule, body[: len(rule.positive)], names)
            found = {
                Stop(rule.head.relation, values, reason, atom.relation)
                for values, reason in zip(heads, reasons, strict=True)
            }
            yield from sorted((stop for stop in found if stop.values not in known), key=_stop_order)

    def _roots(self, sources: Ints, targets: Ints) -> list[tuple[int, ...]]:
        """The first seeds by name from which each node can be reached, the same for all nodes of a component."""
        component, count = _components(len(self._names), sources, targets)
        roots: list[tuple[int, ...]] = [()] * count
        for node in self._seed_nodes()[np.argsort(self._rank[self._seed_nodes()])].tolist():
            roots[component[node]] = (*roots[component[node]], node)[:MOST_ROOTS]
        between = np.unique(np.stack([component[sources], component[targets]], axis=1), axis=0)
        # A component is numbered after all that it leads to, so going down the numbers is going forward.
        for source, target in between[np.argsort(-between[:, 0], kind="stable")].tolist():
            if source != target and roots[source] != roots[target]:
                roots[target] = self._merged(roots[source], roots[target])
        return [roots[number] for number in component.tolist()]

    def _merged(self, left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
        if not right:
            return left
        return tuple(sorted({*left, *right}, key=self._rank.__getitem__)[:MOST_ROOTS])


@dataclass(frozen=True, slots=True)
class _Way:
    """The names on a way: all of them, or the first and the last."""

    length: int
    first: tuple[str, ...]
    last: tuple[str, ...]

    def then(self, name: str) -> _Way:
        if self.length and (self.last or self.first)[-1] == name:
            return self  # a changed object, and that it is dirty, are one step
        if self.length < MOST_STEPS:
            return _Way(self.length + 1, (*self.first, name), ())
        last = self.last or self.first[MOST_STEPS // 2 :]
        return _Way(self.length + 1, self.first[: MOST_STEPS // 2], (*last, name)[-MOST_STEPS // 2 :])

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.first, ELISION, *self.last) if self.last else self.first


_NO_WAY = _Way(0, (), ())


def _components(nodes: int, sources: Ints, targets: Ints) -> tuple[Ints, int]:
    """The strongly connected component of each node, and how many there are."""
    graph: rx.PyDiGraph[int | None, None] = rx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.extend_from_edge_list(list(zip(sources.tolist(), targets.tolist(), strict=True)))
    found = rx.strongly_connected_components(graph)
    component = np.empty(nodes, np.int64)
    for number, members in enumerate(found):
        component[members] = number
    return component, len(found)


def _names(evaluation: Evaluation, relation: str) -> list[str]:
    table = evaluation.tables[relation]
    if table.arity == 1:  # most of them, and worth a short cut
        return [str(to_value(text)) for text in evaluation.column(relation, 0).to_pylist()]
    return [_tuple_name(row) for row in evaluation.rows(relation)]


def _tuple_name(values: Sequence[str | int]) -> str:
    return str(values[0]) if len(values) == 1 else dotted(map(str, values))


def _reason_order(reason: Reason) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return reason.rule, reason.because, reason.relations


def _stop_order(stop: Stop) -> tuple[object, ...]:
    return tuple(map(str, stop.values)), _reason_order(stop.reason)


def _ranks(names: list[str]) -> Ints:
    """The place of each node among all, by name."""
    order = sorted(range(len(names)), key=names.__getitem__)
    rank = np.empty(len(names), np.int64)
    rank[order] = np.arange(len(names))
    return rank
