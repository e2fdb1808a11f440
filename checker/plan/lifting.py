"""What has to be dropped from tables that stay, before other tables can be worked on.

Lifted(t, k) :- ForeignKey(base, t, k, p, c), Unkeyed(p, c)
Lifted(t, i) :- Index(base, t, i), not Index(head, t, i), Index(head, p, i), not Index(base, p, i)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from checker.cycles.graph import Graph
from checker.cycles.side import NEEDS
from checker.plan.operation import Decision, ObjectSide, Subject
from checker.plan.tables import Lifted
from checker.plan.writers.generic import Writer

Decisions = Mapping[int, tuple[Subject, Decision]]


def with_lifted(decisions: Decisions, readers: Mapping[int, Subject], writer: Writer) -> Iterator[Subject]:
    """Tables that must be decided anew; `readers` are what refers to tables whose keys are worked on."""
    unkeyed = {subject.key.name: decision.unkeyed for subject, decision in decisions.values() if decision.unkeyed}
    indexes = _moved_indexes(decisions)
    for number in sorted({*readers, *indexes}):
        subject = readers[number] if number in readers else decisions[number][0]
        lifted = Lifted(writer.foreign_keys_to(subject, unkeyed), frozenset(indexes.get(number, ())))
        if lifted:
            yield replace(subject, lifted=lifted)


def unkeyed_readers(graph: Graph, decisions: Decisions) -> set[int]:
    """What names a table whose keys are worked on."""
    tables = (number for number, (_, decision) in decisions.items() if decision.unkeyed)
    return {reader for number in tables for reader in graph.base.readers_of(number, NEEDS)}


def _moved_indexes(decisions: Decisions) -> dict[int, set[str]]:
    """Tables that lose an index whose name another one of the schema gets."""
    gained: dict[tuple[str, str, str], int] = {}
    lost: dict[tuple[str, str, str], int] = {}
    for number, (subject, _) in decisions.items():
        old, new = _indexes(subject.base), _indexes(subject.head)
        if old != new:
            place = subject.key.name[:2]
            gained |= {(*place, name): number for name in new - old}
            lost |= {(*place, name): number for name in old - new if _stays(subject)}
    found: dict[int, set[str]] = {}
    for name in lost.keys() & gained.keys():
        found.setdefault(lost[name], set()).add(name[-1])
    return found


def _stays(subject: Subject) -> bool:
    return all(side is not None and side.kind == "table" for side in (subject.base, subject.head))


def _indexes(side: ObjectSide | None) -> frozenset[str]:
    rows = side.definition.indexes if side else ()
    return frozenset(row.resolved.statement.label for row in rows) - {""}
