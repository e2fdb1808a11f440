"""Decisions in order: teardown against the edges of base, setup along those of head, late drops at the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from checker.cycles.graph import Graph
from checker.cycles.neighbours import Numbers
from checker.cycles.side import NEEDS, SideGraph
from checker.errors import DefectError
from checker.names import ObjectName
from checker.plan.cycle_order import CycleSetup, CycleTeardown
from checker.plan.operation import Decision, Operation, Subject
from checker.plan.order import broken_edges, waves
from checker.plan.step import Step
from checker.plan.writers.generic import Writer
from checker.snapshot.resolve import Key

_KIND_ORDER = (
    "database", "schema", "role", "user", "cluster", "extension", "type", "secret", "connection", "source", "sequence",
    "table", "table from source", "function", "dictionary", "view", "materialized view", "stream table",
)  # fmt: skip
_RANKS = {kind: rank for rank, kind in enumerate(_KIND_ORDER)}
_SINKS_LAST = len(_KIND_ORDER) + 1
Piece = tuple[int, int, Operation]
"""An object, the wave of its operation, and the operation."""
CONTAINERS = frozenset({"schema", "database", "cluster"})
"""What objects live in or run on: there before them, and gone after them."""


class Schedule:
    """The steps of a plan."""

    def __init__(self, graph: Graph, decisions: Mapping[int, tuple[Subject, Decision]], writer: Writer) -> None:
        self._graph = graph
        self._writer = writer
        self._subjects = {number: subject for number, (subject, _) in decisions.items()}
        self._decisions = {number: decision for number, (_, decision) in decisions.items()}
        self._late = self._late_drops()
        self._unbuildable: set[int] = set()
        # What cannot be set up must not be torn down, so setup is ordered first.
        pieces, edges = self._ordered_setup()
        self.teardown = self._teardown()
        self.setup = self._setup(pieces, edges)
        self.unbuildable = tuple(self._subjects[number] for number in sorted(self._unbuildable))

    # Which half --------------------------------------------------------------------------------------

    def _late_drops(self) -> dict[int, Operation]:
        """Drops that come last: of what was moved away, and of what something that is altered still needs or lives in.

        Late(o) :- Dropped(o), Needs(base, p, o), Altered(p)
        Late(o) :- Dropped(o), Needs(base, p, o), Late(p)
        Late(o) :- Dropped(o), LivesIn(p, o), Altered(p)
        Late(o) :- Dropped(o), LivesIn(p, o), Late(p)
        """
        late = {number: one.late for number, one in self._decisions.items() if one.late is not None}
        dropped = {
            number: one.teardown
            for number, one in self._decisions.items()
            if one.teardown is not None and _is_dropped(one) and one.setup is None
        }
        waiting = [number for number, one in self._decisions.items() if one.setup and not _is_dropped(one)]
        late |= {number: dropped[number] for number in self._left_homes() if number in dropped}
        homes: dict[int, list[int]] = defaultdict(list)
        for number, home in self._containers(self._decisions):
            homes[number].append(home)
        while waiting:
            number = waiting.pop()
            for read in (*self._graph.base.needs_of(number, NEEDS), *homes[number]):
                if read in dropped and read not in late:
                    late[read] = dropped[read]
                    waiting.append(read)
        return late

    def _left_homes(self) -> Iterable[int]:
        """Schemas and databases that objects move out of."""
        for subject in self._subjects.values():
            if subject.was is not None and subject.base is None:
                name = subject.was.name
                homes = (Key("schema", name._replace(name="")), _database(name.database), _database(name.schema))
                yield from (found for home in homes if (found := self._graph.number(home)) is not None)

    @cached_property
    def _torn(self) -> dict[int, Operation]:
        return {
            number: one.teardown
            for number, one in self._decisions.items()
            if one.teardown is not None
            and not (number in self._late and one.late is None)
            and number not in self._unbuildable
        }

    # Order -------------------------------------------------------------------------------------------

    def _edges(self, side: SideGraph, operated: Iterable[int]) -> tuple[Numbers, Numbers]:
        """Who needs whom: what statements name, and the schemas and clusters that objects live in."""
        plain = np.flatnonzero(side.between(NEEDS))
        lives_in = list(self._containers(operated))
        readers = np.array([one for one, _ in lives_in], dtype=np.int64)
        needed = np.array([other for _, other in lives_in], dtype=np.int64)
        return np.concatenate([side.readers[plain], readers]), np.concatenate([side.reads[plain], needed])

    def _containers(self, operated: Iterable[int]) -> Iterable[tuple[int, int]]:
        numbers = list(operated)
        spaces = {
            self._subjects[number].key: number for number in numbers if self._subjects[number].key.space in CONTAINERS
        }
        if not spaces:
            return
        for number in numbers:
            subject = self._subjects[number]
            name = subject.key.name
            homes = [Key("schema", name._replace(name="")), _database(name.database), _database(name.schema)]
            sides = [side for side in (subject.base, subject.head) if side is not None]
            clusters = {cluster for side in sides for cluster in (side.cluster, *side.index_clusters) if cluster}
            homes += [Key("cluster", name._replace(database="", schema="", name=cluster)) for cluster in clusters]
            yield from ((number, spaces[home]) for home in homes if home in spaces and home != subject.key)

    def _teardown(self) -> tuple[Step, ...]:
        readers, needed = self._edges(self._graph.base, self._torn)
        cycles = CycleTeardown(self._graph, self._subjects, self._torn, self._writer)
        order = waves(needed, readers, len(self._graph), self._torn, cycles)
        pieces = [(number, wave, self._torn[number]) for number, wave in order.items()]
        pieces += [(number, wave, operation) for number, (wave, operation) in cycles.breaks.items()]
        first = self._first_steps()
        steps = self._in_order(pieces, len(first), 1 if first else 0)
        self._verify(needed, readers, steps)
        return (*first, *(step for _, step in steps))

    def _first_steps(self) -> tuple[Step, ...]:
        """They need nothing but their objects, which exist, and take nothing away from what reads those."""
        pieces = [(number, 1, one.first) for number, one in self._decisions.items() if one.first is not None]
        return tuple(step for _, step in self._in_order(pieces, 0, 0))

    def _ordered_setup(self) -> tuple[list[Piece], tuple[Numbers, Numbers]]:
        """The operations of setup with their waves, and the edges that they must keep."""
        built = {number: one.setup for number, one in self._decisions.items() if one.setup is not None}
        readers, needed = self._edges(self._graph.head, built)
        cycles = CycleSetup(self._graph, self._subjects, built, self._writer)
        order = self._sinks_last(waves(readers, needed, len(self._graph), built, cycles))
        self._unbuildable = cycles.unbuildable | self._above(cycles.unbuildable)
        order = {number: wave for number, wave in order.items() if number not in self._unbuildable}
        pieces = [
            (number, wave, replace(built[number], rest=()) if number in cycles.rests else built[number].whole())
            for number, wave in order.items()
        ]
        pieces += [
            (number, wave, Operation("alter", built[number].rest, why="the whole cycle exists now"))
            for number, wave in cycles.rests.items()
            if built[number].rest and number in order
        ]
        return pieces, (readers, needed)

    def _setup(self, pieces: list[Piece], edges: tuple[Numbers, Numbers]) -> tuple[Step, ...]:
        start = len(self.teardown)
        steps = self._in_order(pieces, start, 0)
        self._verify(*edges, steps)
        last = max((step.wave for _, step in steps), default=0)
        return (*(step for _, step in steps), *self._late_steps(start + len(steps), last))

    def _late_steps(self, start: int, wave: int) -> tuple[Step, ...]:
        readers, needed = self._edges(self._graph.base, self._late)
        order = waves(needed, readers, len(self._graph), self._late)
        steps = self._in_order([(number, own, self._late[number]) for number, own in order.items()], start, wave)
        self._verify(needed, readers, steps)
        return tuple(step for _, step in steps)

    def _above(self, stuck: Iterable[int]) -> set[int]:
        """What reads something that cannot be made, and would be made itself."""
        found: set[int] = set()
        waiting = list(stuck)
        while waiting:
            for reader in self._graph.head.readers_of(waiting.pop(), NEEDS):
                if reader not in found and self._decisions.get(reader, Decision()).setup is not None:
                    found.add(reader)
                    waiting.append(reader)
        return found

    def _sinks_last(self, order: Mapping[int, int]) -> dict[int, int]:
        """Sinks go out when all that others read is in place."""
        last = max(order.values(), default=0)
        sinks = {number for number in order if self._subjects[number].kind == "sink"}
        others = max((wave for number, wave in order.items() if number not in sinks), default=0)
        return {number: max(wave, others + 1) if number in sinks and last else wave for number, wave in order.items()}

    def _in_order(self, pieces: Sequence[Piece], start: int, wave: int) -> list[tuple[int, Step]]:
        """Steps by wave, then kind, then name."""
        ranked = sorted(pieces, key=lambda piece: (piece[1], *self._rank(piece[0])))
        return [
            (number, self._step(number, operation, start + at, wave + own))
            for at, (number, own, operation) in enumerate(ranked, start=1)
        ]

    def _rank(self, number: int) -> tuple[int, str, str]:
        subject = self._subjects[number]
        last = _SINKS_LAST if subject.kind == "sink" else len(_KIND_ORDER)
        return _RANKS.get(subject.kind, last), subject.id, subject.key.space

    def _step(self, number: int, operation: Operation, at: int, wave: int) -> Step:
        subject = self._subjects[number]
        if not operation.sql:
            raise DefectError(f"the plan would {operation.action} {subject.id} by no statement")
        side = subject.base if operation.action == "drop" else subject.head or subject.base
        clusters = dict.fromkeys((side.cluster, *side.index_clusters)) if side else {}
        return Step(
            step=at,
            wave=wave,
            action=operation.action,
            id=subject.id,
            kind=side.kind if side else subject.kind,
            destructive=operation.destructive,
            sql="\n".join(map(_terminated, operation.sql)),
            why=operation.why or subject.why,
            cluster=", ".join(filter(None, clusters)) or None,
        )

    def _verify(self, after: Numbers, before: Numbers, steps: Sequence[tuple[int, Step]]) -> None:
        """A plan that breaks an edge is a defect, not an output."""
        positions: dict[int, int] = {}
        for number, step in steps:
            positions.setdefault(number, step.step)
        wrong = broken_edges(after, before, len(self._graph), positions)
        if wrong:
            one, other = (self._graph.id(number) for number in wrong[0])
            raise DefectError(f"the plan has {one} before {other}, which it needs")


def _is_dropped(decision: Decision) -> bool:
    return decision.teardown is not None and decision.teardown.action == "drop"


def _database(name: str) -> Key:
    """ClickHouse's databases are our schemas, so a name may lie in either."""
    return Key("database", ObjectName("", "", name))


def _terminated(statement: str) -> str:
    """A statement with its semicolon, which a comment at the end must not swallow."""
    last = statement.rpartition("\n")[2]
    return f"{statement}\n;" if "--" in last or "#" in last else f"{statement};"
