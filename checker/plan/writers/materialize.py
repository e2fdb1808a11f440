"""Materialize: sinks come last, replacement objects stay in place, and what `mz-deploy apply` manages is left to it.

What a sink or a replacement object reads cannot be dropped under it: it is renamed out of the way, and dropped last.
"""

from __future__ import annotations

from checker.plan.operation import Decision, ObjectSide, Operation, PlanProblem, Subject
from checker.plan.writers.generic import REBUILT, Writer
from checker.snapshot.resolve import Key

_SUFFIX = "__before"
_REPLACED = "materialized view"
_APPLIED = frozenset(
    {"table", "table from source", "source", "connection", "secret", "cluster", "role", "network policy"}
)
_APPLY = "managed by `mz-deploy apply`, which never alters what exists"


class MaterializeWriter(Writer):
    def decide(self, subject: Subject) -> Decision:
        if subject.base is not None and subject.head is not None:
            if subject.kind in _APPLIED and subject.change != "metadata":
                return self._applied(subject)
            if subject.kind == "sink" and subject.base.kind == "sink" and subject.change != "metadata":
                return self._sink(subject)
        return super().decide(subject)

    def _applied(self, subject: Subject) -> Decision:
        if subject.change is None:
            return Decision(kept="managed by `mz-deploy apply`; only what it reads or lives beside changed")
        problem = PlanProblem(
            "no-effect",
            subject,
            f"{subject.kind} {subject.id} exists already, and a deploy does not alter it: this edit changes nothing",
            "alter it by hand, or make a new one under another name",
        )
        return Decision(kept=_APPLY, problems=(problem,))

    def _sink(self, subject: Subject) -> Decision:
        _, head = subject.sides
        problems: tuple[PlanProblem, ...] = ()
        if subject.change is not None:
            problems = (
                PlanProblem(
                    "no-effect",
                    subject,
                    f"sink {subject.id} exists already, and a deploy makes only new sinks: "
                    "this edit changes nothing but what it reads",
                    "drop the sink by hand first, or make a new one under another name",
                ),
            )
        reads = [link.name for row in head.definition.structure for link in row.links if link.role == "read"]
        if not reads:
            return Decision(kept="it goes on as it is", problems=problems)
        source = self.speller.name(Key("relation", reads[-1]))
        statement = f"ALTER SINK {self.speller.name(subject.key)} SET FROM {source}"
        return Decision(setup=Operation("alter", (statement,)), problems=problems)

    def rebuilt(self, subject: Subject) -> Decision:
        base, head = subject.sides
        if self._is_replaced(subject):
            return Decision(setup=Operation("replace", self._replacement(subject, head)))
        if base.kind not in REBUILT or not subject.pinned:
            return super().rebuilt(subject)
        name, away = self.speller.name(subject.key), self._away(subject)
        renames = [f"ALTER {self.kind_words(base)} {name} RENAME TO {self.speller.quoted(away.name.name)}"]
        for row in base.definition.indexes:
            if label := row.resolved.statement.label:
                index = self.speller.name(Key("relation", subject.key.name._replace(name=label)))
                renames.append(f"ALTER INDEX {index} RENAME TO {self.speller.quoted(label + _SUFFIX)}")
        return Decision(
            teardown=Operation("rename", tuple(renames), why="moved out of the way; dropped when all is set up"),
            setup=self.creation(subject, head),
            late=Operation(
                "drop",
                (f"DROP {self.kind_words(base)} IF EXISTS {self.speller.name(away)}",),
                why="nothing reads the old one any more",
            ),
            disturbs=True,
        )

    def gives_way(self, subject: Subject) -> bool:
        return super().gives_way(subject) and not self._is_replaced(subject)

    def _is_replaced(self, subject: Subject) -> bool:
        sides = [side for side in (subject.base, subject.head) if side is not None]
        return len(sides) == 2 and all(side.kind == _REPLACED and side.replaced_in_place for side in sides)

    def _away(self, subject: Subject) -> Key:
        name = subject.key.name
        return subject.key._replace(name=name._replace(name=name.name + _SUFFIX))

    def _replacement(self, subject: Subject, head: ObjectSide) -> tuple[str, ...]:
        """CREATE REPLACEMENT MATERIALIZED VIEW … FOR …, then its application."""
        row = head.definition.created[-1]
        around = self.texts.around_own_name(row)
        if around is None:
            return (self.texts.statement(row),)
        own = subject.key.name
        name = self.speller.name(subject.key)
        new = self.speller.name(subject.key._replace(name=own._replace(name=f"{own.name}__new")))
        return (
            f"CREATE REPLACEMENT MATERIALIZED VIEW {new} FOR {name}{around[2]}",
            f"ALTER MATERIALIZED VIEW {name} APPLY REPLACEMENT {new}",
        )
