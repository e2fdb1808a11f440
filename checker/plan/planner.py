"""Dirty objects and the graphs of both sides → the plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow.compute as pc

from checker.collector import collector_at_rest
from checker.cycles.graph import Graph
from checker.cycles.side import NEEDS, SideName
from checker.diff.changes import Change
from checker.plan.definition import Definition, Texts, definitions
from checker.plan.lifting import unkeyed_readers, with_lifted
from checker.plan.names import Speller
from checker.plan.operation import Decision, ObjectSide, PlanProblem, Subject
from checker.plan.schedule import Schedule
from checker.plan.stated_renames import with_stated_renames
from checker.plan.step import Kept, Plan
from checker.plan.writers import writer_for
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.lookup import Rows
from checker.snapshot.resolve import Home, Key

_UNBUILDABLE = "cannot be made: it is in a cycle, or reads one, whose members need each other before any of them exists"
_WHY = {
    "added": "is new",
    "removed": "is gone",
    "modified": "its statement changed",
    "metadata": "its grants or comments changed",
}


@dataclass(frozen=True, slots=True)
class PlanInput:
    """All that a plan is made from."""

    graph: Graph
    rows: Rows
    changes: Sequence[Change]
    dirty: Mapping[str, str]
    """Why each dirty object is dirty, by its value."""
    home: Home
    variables: Mapping[str, str] = field(default_factory=dict)
    stable_schemas: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, and what people must know of it."""

    plan: Plan = field(default_factory=Plan)
    problems: tuple[PlanProblem, ...] = ()


def make_plan(given: PlanInput) -> Planned:
    """The plan and what people must know of it."""
    with collector_at_rest():
        return _Planner(given).run()


class _Planner:
    def __init__(self, given: PlanInput) -> None:
        self._given = given
        self._graph = given.graph
        self._writer = writer_for(Texts(Speller(given.home), given.variables))
        changes = with_stated_renames(given.changes, given.rows)
        self._changes = {number: one for one in changes if (number := self._graph.number(one.key)) is not None}
        self._moved_away = {
            number for one in changes if one.was is not None and (number := self._graph.number(one.was)) is not None
        }
        self._decisions: dict[int, tuple[Subject, Decision]] = {}
        self._following: set[int] = set()

    def run(self) -> Planned:
        why = dict(self._reasons())
        self._decide(why)
        self._hand_down()
        self._let_follow()
        new = sorted(why)
        while disturbed := dict(self._disturbed(new)):
            self._decide(disturbed, forced=True)
            new = sorted(disturbed)
        self._lift()
        schedule = Schedule(self._graph, self._decisions, self._writer)
        kept = [
            Kept(subject.id, subject.kind, decision.kept)
            for _, (subject, decision) in sorted(self._decisions.items())
            if decision.kept
        ]
        kept += [Kept(subject.id, subject.kind, _UNBUILDABLE) for subject in schedule.unbuildable]
        problems = [problem for _, decision in self._decisions.values() for problem in decision.problems]
        problems += [_unbuildable(subject) for subject in schedule.unbuildable]
        return Planned(Plan(schedule.teardown, schedule.setup, tuple(kept)), tuple(problems))

    def _reasons(self) -> Iterator[tuple[int, str]]:
        """Why each object is in the plan: it is dirty, or its grants or comments changed."""
        for value, reason in self._given.dirty.items():
            number = self._graph.number_of_value(value)
            if number is not None:
                yield number, reason
        for change in self._given.changes:
            old = self._graph.number(change.was) if change.was else None
            if old is not None:
                yield old, f"is called {change.id} now"
        for number, change in self._changes.items():
            was = f"was {change.was.name.id}" if change.was else ""
            if change.change != "metadata" or self._graph.values[number] not in self._given.dirty:
                yield number, was or _WHY[change.change]

    def _disturbed(self, numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
        """Readers of what is dropped, and made again, that the rules left clean: they have to be made again, too."""
        for number in numbers:
            subject, decision = self._decisions.get(number, (None, Decision()))
            if subject is not None and decision.disturbs:
                for reader in self._graph.base.readers_of(self._number_in_base(number, subject), NEEDS):
                    if reader in self._following and decision.renamed:
                        continue
                    if reader not in self._decisions or self._stands_in_the_way(reader):
                        yield reader, f"reads {subject.id}, which is made again"

    def _hand_down(self) -> None:
        """Partitions are altered with their parents, and what reads them is disturbed with what reads those."""
        waiting = [number for number, (subject, _) in self._decisions.items() if self._writer.has_partitions(subject)]
        while waiting:
            number = waiting.pop()
            parent, decided = self._decisions[number]
            for child, subject in self._partitions_of(number, parent).items():
                known = self._decisions.get(child)
                if known is None and not decided.disturbs:
                    continue
                found = self._handed_down(subject, parent, decided)
                self._decisions[child] = found
                if (known is None or known[1] != found[1]) and self._writer.has_partitions(subject):
                    waiting.append(child)

    def _partitions_of(self, number: int, parent: Subject) -> dict[int, Subject]:
        above = self._number_in_base(number, parent)
        readers = self._subjects_of(self._graph.base.readers_of(above, ("order",)))
        name = self._graph.key(above).name
        return {reader: subject for reader, subject in readers.items() if self._writer.partitioned(subject) == name}

    def _handed_down(self, subject: Subject, parent: Subject, decided: Decision) -> tuple[Subject, Decision]:
        if parent.base and parent.head:
            subject = replace(subject, parent=parent.sides)
        own = self._writer.decide(subject)
        renamed = own.renamed if own.disturbs else decided.renamed
        unkeyed = own.unkeyed | decided.unkeyed
        return subject, replace(own, disturbs=own.disturbs or decided.disturbs, renamed=renamed, unkeyed=unkeyed)

    def _let_follow(self) -> None:
        """Readers that the database adapts to a renamed column stay; their own statements still have the old name."""
        renaming = [(number, one.renamed) for number, (_, one) in self._decisions.items() if one.renamed]
        for number, columns in renaming:
            for reader, subject in self._subjects_of(self._graph.base.readers_of(number, NEEDS)).items():
                if self._writer.follows_renames(subject, columns):
                    self._following.add(reader)
                    if reader in self._decisions:
                        self._decisions[reader] = subject, Decision(kept="the database lets it follow renamed columns")

    def _lift(self) -> None:
        if not self._writer.lifts:
            return
        readers = self._subjects_of(unkeyed_readers(self._graph, self._decisions))
        for subject in with_lifted(self._decisions, readers, self._writer):
            self._decisions[subject.number] = subject, _hidden(subject) or self._writer.decide(subject)

    def _subjects_of(self, numbers: Iterable[int]) -> dict[int, Subject]:
        """Objects, whether the plan has to do with them yet or not."""
        found = set(numbers)
        new = dict.fromkeys(sorted(found - self._decisions.keys()), "a table that it refers to is altered")
        subjects = {number: subject for number, (subject, _) in self._decisions.items() if number in found}
        return subjects | self._new_subjects(new, forced=False)

    def _number_in_base(self, number: int, subject: Subject) -> int:
        """An object that is renamed is read under its old name."""
        old = self._graph.number(subject.was) if subject.was else None
        return number if old is None else old

    def _stands_in_the_way(self, number: int) -> bool:
        """Whether an object was to stay in place and could be made again instead."""
        subject, decision = self._decisions[number]
        return decision.teardown is None and not subject.forced and self._writer.gives_way(subject)

    def _new_subjects(self, why: Mapping[int, str], *, forced: bool) -> dict[int, Subject]:
        keys = {self._graph.key(number) for number in why}
        keys |= {change.was for number in why if (change := self._changes.get(number)) and change.was}
        base, head = definitions(self._given.rows.of(keys))
        return {
            number: self._subject(number, reason, base, head, forced=forced) for number, reason in sorted(why.items())
        }

    def _decide(self, why: Mapping[int, str], *, forced: bool = False) -> None:
        for number, subject in self._new_subjects(why, forced=forced).items():
            if number in self._moved_away and subject.base and self._writer.is_moved(subject, subject.base):
                continue  # renamed: its rows go on under the new name
            self._decisions[number] = subject, _hidden(subject) or self._writer.decide(subject)

    def _subject(
        self, number: int, why: str, base: Mapping[Key, Definition], head: Mapping[Key, Definition], *, forced: bool
    ) -> Subject:
        key = self._graph.key(number)
        change = self._changes.get(number)
        path, line = self._graph.place(number)
        return Subject(
            number=number,
            key=key,
            id=key.name.id,
            why=why,
            change=change.change if change else self._change_of(number),
            was=change.was if change else None,
            base=self._side(number, "base", base.get(key)),
            head=self._side(number, "head", head.get(key)),
            old=self._old_side(change, base),
            path=path,
            line=line,
            pinned=number in self._pinned,
            forced=forced,
            is_dirty=self._graph.values[number] in self._given.dirty,
            feeds_storing_view=self._feeds_storing_view(number),
            is_inhabited=key.space in ("schema", "database") and self._is_inhabited(key),
        )

    def _old_side(self, change: Change | None, base: Mapping[Key, Definition]) -> ObjectSide | None:
        number = self._graph.number(change.was) if change and change.was else None
        return self._side(number, "base", base.get(self._graph.key(number))) if number is not None else None

    def _feeds_storing_view(self, number: int) -> bool:
        graph = self._graph
        return self._given.home.dialect.name == "clickhouse" and any(
            graph.field(reader, "base", r.KIND) == "materialized view" and not graph.base.names_of(reader, "write")
            for reader in graph.base.readers_of(number, ("read",))
        )

    def _is_inhabited(self, key: Key) -> bool:
        """Whether head has objects in a schema or database."""
        if key.space == "schema":
            return (key.name.database, key.name.schema) in self._inhabited
        return any(key.name.name in pair for pair in self._inhabited)

    @cached_property
    def _inhabited(self) -> set[tuple[str, str]]:
        names = (self._graph.key(number).name for number in np.flatnonzero(self._graph.head.present).tolist())
        return {(name.database, name.schema) for name in names if name.schema and name.name}

    def _change_of(self, number: int) -> Any:
        """An object that was renamed is gone under its old name."""
        return "removed" if number in self._moved_away else None

    def _side(self, number: int, side: SideName, definition: Definition | None) -> ObjectSide | None:
        graph = self._graph
        if definition is None or not graph.side(side).present[number]:
            return None
        name = graph.key(number).name
        kind = graph.field(number, side, r.KIND)
        return ObjectSide(
            kind=kind,
            definition=definition,
            cluster=graph.field(number, side, r.CLUSTER) or "",
            index_clusters=_clusters(graph.field(number, side, s.INDEX_CLUSTERS)),
            engine=graph.option(number, side, "engine") or "" if kind == "table" else "",
            has_target=bool(graph.side(side).names_of(number, "write")) if kind == "materialized view" else False,
            replaced_in_place=(name.database, name.schema) in self._given.stable_schemas,
        )

    @cached_property
    def _pinned(self) -> set[int]:
        """What objects that stay in place need, directly or by way of others: it cannot be dropped under them."""
        waiting = [number for number in self._staying() if self._graph.head.present[number]]
        found: set[int] = set()
        while waiting:
            for needed in self._graph.base.needs_of(waiting.pop(), NEEDS):
                if needed not in found:
                    found.add(needed)
                    waiting.append(needed)
        return found

    def _staying(self) -> Iterator[int]:
        """Tables, sinks and replacement objects of base: nothing drops them to make them again."""
        kinds = pc.struct_field(self._graph.states("base"), r.KIND).to_numpy(zero_copy_only=False)
        yield from np.flatnonzero(np.isin(kinds, ["table", "sink"])).tolist()
        if self._given.stable_schemas:
            for number in np.flatnonzero(kinds == "materialized view").tolist():
                name = self._graph.key(number).name
                if (name.database, name.schema) in self._given.stable_schemas:
                    yield number


def _clusters(indexes: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(sorted({cluster for _, cluster in indexes})) if indexes else ()


def _hidden(subject: Subject) -> Decision | None:
    """Of an object whose file in head cannot be read nobody knows what became of it."""
    unknown = subject.head is not None and not subject.head.definition.structure
    return Decision(kept="its file could not be read, so what became of it is not known") if unknown else None


def _unbuildable(subject: Subject) -> PlanProblem:
    return PlanProblem(
        "manual-change",
        subject,
        f"{subject.id} {_UNBUILDABLE}; it stays as it was",
        "break the cycle, or make its members by hand from queries that read no other member, and alter them then",
    )
