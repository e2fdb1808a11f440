"""Order inside a cycle, where no edge says who comes first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from checker.cycles.graph import Graph
from checker.cycles.neighbours import Numbers
from checker.cycles.side import NEEDS
from checker.plan.operation import Operation, Subject
from checker.plan.order import waves
from checker.plan.writers.generic import Writer
from checker.snapshot.resolve import Key


class CycleSetup:
    """Members are made without what closes the cycle, and altered when all of them exist."""

    def __init__(self, graph: Graph, subjects: dict[int, Subject], built: dict[int, Operation], writer: Writer) -> None:
        self._graph = graph
        self._subjects = subjects
        self._writer = writer
        self.built = built
        """What is made; members of cycles may turn into stubs."""
        self.rests: dict[int, int] = {}
        """The wave in which each member of a cycle is altered."""
        self.unbuildable: set[int] = set()

    def __call__(self, members: Sequence[int], after: int) -> tuple[dict[int, int], int]:
        needs = {number: self._made_from(number) for number in members}
        self._make_stubs(needs)
        order, stuck = _waves_among(members, needs)
        self.unbuildable |= stuck
        found = {number: after + wave for number, wave in order.items()}
        last = max(found.values(), default=after)
        self.rests |= dict.fromkeys(found, last + 1)
        return found, last + 1 if any(self.built[number].rest for number in found) else last

    def _make_stubs(self, needs: dict[int, set[int]]) -> None:
        names = frozenset(self._graph.key(number).name for number in needs)
        _, stuck = _waves_among(list(needs), needs)
        for number in sorted(stuck):
            stub = self._writer.without_cycle(self._subjects[number], names)
            if stub is not None:
                self.built[number] = stub
                needs[number] = set()

    def _made_from(self, number: int) -> set[int]:
        """What has to exist when an object is made, before it is altered; a table may refer to itself."""
        subject = self._subjects[number]
        if self.built[number].action not in ("create", "rename"):
            return set()  # it exists
        created = subject.head.definition.created if subject.head else ()
        keys = {Key(link.space, link.name) for row in created for link in row.links}
        found = {other for key in keys if (other := self._graph.number(key)) is not None}
        return found - {number} if subject.kind == "table" else found


class CycleTeardown:
    """One edge is broken first, and then another if it must be; what no edge breaks is dropped at once."""

    def __init__(self, graph: Graph, subjects: dict[int, Subject], torn: dict[int, Operation], writer: Writer) -> None:
        self._graph = graph
        self._subjects = subjects
        self._writer = writer
        self.torn = torn
        self.breaks: dict[int, tuple[int, Operation]] = {}
        """Wave and operation of what breaks a cycle."""

    def __call__(self, members: Sequence[int], after: int) -> tuple[dict[int, int], int]:
        names = frozenset(self._graph.key(number).name for number in members)
        readers = {number: set(self._graph.base.readers_of(number, NEEDS)) for number in members}
        if self._reads_itself(members):
            readers[members[0]].add(members[0])
        breaking: dict[int, Operation] = {}
        while stuck := _waves_among(members, readers)[1]:
            ways = ((one, self._writer.out_of_cycle(self._subjects[one], names)) for one in sorted(stuck))
            member, operation = next(((one, way) for one, way in ways if one not in breaking and way), (0, None))
            if operation is None:
                break
            breaking[member] = operation
            for waits in readers.values():
                waits.discard(member)
        order, stuck = _waves_among(members, readers)
        for number in stuck:
            self.torn[number] = self._writer.dropped_at_once(self.torn[number])
        start = after + bool(breaking)
        self.breaks |= {number: (after + 1, operation) for number, operation in breaking.items()}
        waves_found = {number: start + wave for number, wave in order.items()} | dict.fromkeys(stuck, start + 1)
        return waves_found, max(waves_found.values(), default=start)

    def _reads_itself(self, members: Sequence[int]) -> bool:
        return len(members) == 1 and self._subjects[members[0]].kind == "stream table"


def _waves_among(members: Iterable[int], waits: dict[int, set[int]]) -> tuple[dict[int, int], set[int]]:
    """The waves of some nodes by their own edges alone, and those that wait for each other."""
    numbers = list(members)
    places = {number: at for at, number in enumerate(numbers)}
    pairs = [(places[one], places[other]) for one in numbers for other in waits[one] if other in places]
    stuck: set[int] = set()

    def cyclic(inner: Sequence[int], after: int) -> tuple[dict[int, int], int]:
        stuck.update(numbers[at] for at in inner)
        return {}, after

    order = waves(_column(pairs, 0), _column(pairs, 1), len(numbers), range(len(numbers)), cyclic)
    return {numbers[at]: wave for at, wave in order.items()}, stuck


def _column(pairs: Sequence[tuple[int, int]], at: int) -> Numbers:
    return np.array([pair[at] for pair in pairs], dtype=np.int64)
