"""ClickHouse: views are replaced in place; a view's target is made before it and outlives it."""

from __future__ import annotations

import re
from dataclasses import replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from checker.plan.metadata import NOTHING, MetadataChanges, grants_between, metadata_statements
from checker.plan.operation import Decision, ObjectSide, Operation, PlanProblem, Subject
from checker.plan.writers.generic import Writer, insert_if_not_exists, insert_or_replace
from checker.plan.writers.problems import left_problems
from checker.snapshot.rows import StatementRow
from checker.sql.dialect import Dialect
from checker.sql.statement import Action

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DROPS_COLUMN = re.compile(r"ALTER TABLE \S+( ON CLUSTER \S+)? DROP COLUMN ", re.IGNORECASE)
_MODIFIES_COLUMN = re.compile(r"\bMODIFY COLUMN ", re.IGNORECASE)
_INNER_TABLE = (
    "add, drop or retype columns of its inner table by hand, or make a new view, copy the rows, and EXCHANGE both"
)
_REPLACED = frozenset({"view", "dictionary", "function"})
_POINTERS = frozenset(
    {
        "Distributed", "Buffer", "Merge", "Dictionary", "Null", "View", "Kafka", "URL", "S3", "PostgreSQL", "MySQL",
        "MongoDB", "Redis", "ODBC", "JDBC", "ExternalDistributed", "GenerateRandom", "Hive", "Iceberg", "DeltaLake",
        "Hudi",
    }
)  # fmt: skip
"""Engines whose tables hold no rows of their own: they point elsewhere, and Kafka remembers how far it was read.

File keeps its rows in the server's own folder; the queues (S3Queue, RabbitMQ, NATS …) remember what they have seen.
"""


class ClickHouseWriter(Writer):
    def is_rebuilt(self, side: ObjectSide) -> bool:
        if side.kind == "materialized view":
            return side.has_target
        if side.kind == "table":
            return side.engine in _POINTERS
        return side.kind in _REPLACED or super().is_rebuilt(side)

    def holds_data(self, side: ObjectSide) -> bool:
        if side.kind == "materialized view":
            return not side.has_target
        return super().holds_data(side) and side.engine not in _POINTERS

    def rebuilt(self, subject: Subject) -> Decision:
        base, head = subject.base, subject.head
        in_place = base is not None and head is not None and base.kind == head.kind and head.kind in _REPLACED
        if in_place and head is not None and not subject.forced:
            return self.replaced(subject)
        return super().rebuilt(subject)

    def removed(self, subject: Subject) -> Decision:
        """Grants are on names and outlive what they name."""
        decision = super().removed(subject)
        if subject.base is None or decision.teardown is None:
            return decision
        left = grants_between(subject.base.definition, subject.head.definition if subject.head else NOTHING, self.texts)
        teardown = replace(decision.teardown, sql=(*left.gone, *decision.teardown.sql))
        return replace(decision, teardown=teardown, problems=(*decision.problems, *left_problems(subject, left)))

    def moved_along(self, old: ObjectSide, head: ObjectSide) -> MetadataChanges:
        """Grants do not go along with what is renamed."""
        taken = grants_between(old.definition, NOTHING, self.texts)
        return replace(taken, new=metadata_statements(head.definition, self.texts))

    def moved(self, subject: Subject, head: ObjectSide) -> Decision:
        if head.kind != "materialized view" or subject.old_key.name.schema == subject.key.name.schema:
            return super().moved(subject, head)
        problem = PlanProblem(
            "manual-change",
            subject,
            f"{subject.old_key.name.id} holds its rows itself and cannot move to another database: "
            f"{subject.id} is made beside it, empty",
            "copy the rows with INSERT SELECT and drop the old view by hand",
        )
        return Decision(setup=self.creation(subject, head), problems=(problem,))

    def altered_table(self, subject: Subject) -> Decision:
        decision = super().altered_table(subject)
        setup = decision.setup
        if setup is None or not subject.feeds_storing_view:
            return decision
        if decision.disturbs and any(map(_MODIFIES_COLUMN.search, setup.sql)):
            problem = PlanProblem(
                "manual-change",
                subject,
                f"a view that holds its rows itself reads {subject.id}: it goes on storing what it takes from columns "
                "that are retyped as it did, and cuts values that do not fit",
                _INNER_TABLE,
            )
            decision = replace(decision, problems=(*decision.problems, problem))
        # A view that holds rows still reads the columns until its query is changed.
        drops = tuple(one for one in setup.sql if _DROPS_COLUMN.match(one))
        if not drops:
            return decision
        others = tuple(one for one in setup.sql if one not in drops)
        first = replace(setup, sql=others, destructive=False) if others else None
        return replace(decision, setup=first, late=replace(setup, sql=drops))

    def altered(self, subject: Subject) -> Decision:
        return self._altered_view(subject) if subject.kind == "materialized view" else super().altered(subject)

    def _altered_view(self, subject: Subject) -> Decision:
        """A view that holds its rows itself keeps them: only its query can be changed."""
        base, head = subject.sides
        old, new = (self._head_and_query(side) for side in (base, head))
        if old is None or new is None or old[0] != new[0]:
            problem = PlanProblem(
                "destructive",
                subject,
                f"{subject.id} holds its rows itself, and more than its query changed: it cannot be altered",
                "make a new view beside it, copy the rows with INSERT SELECT, and EXCHANGE the two",
            )
            return self.only_described(subject, problem)
        name = self.speller.name(subject.key)
        statement = f"ALTER TABLE {name}{_on_cluster(head)} MODIFY QUERY {new[1]}"
        described = self.described_anew(base, head)
        problems = (*self._stored_columns(subject, old[1], new[1]), *left_problems(subject, described))
        return Decision(setup=Operation("alter", (*described.gone, statement, *described.new)), problems=problems)

    def _stored_columns(self, subject: Subject, old: str, new: str) -> tuple[PlanProblem, ...]:
        """MODIFY QUERY leaves the columns that the view stores as they were."""
        if _columns(old, self.speller.home.dialect) == _columns(new, self.speller.home.dialect) is not None:
            return ()
        problem = PlanProblem(
            "manual-change",
            subject,
            f"{subject.id} holds its rows itself: its query is changed, and the columns it stores stay as they were",
            _INNER_TABLE,
        )
        return (problem,)

    def _head_and_query(self, side: ObjectSide) -> tuple[str, str] | None:
        """What stands before the query, with white space evened out, and the query."""
        if len(side.definition.created) != 1 or side.definition.altered:
            return None
        return self.texts.query(side.definition.created[0])

    def create(self, row: StatementRow) -> str:
        statement = row.resolved.statement
        text = self.texts.statement(row)
        if statement.action is not Action.CREATE or statement.if_not_exists or statement.replaces:
            return text
        if statement.kind in _REPLACED:
            return insert_or_replace(text)
        once = statement.kind in ("table", "materialized view")
        return insert_if_not_exists(self.texts.around_own_name(row), text) if once else text

    def drop(self, subject: Subject, side: ObjectSide) -> tuple[str, ...]:
        kind = {"materialized view": "VIEW", "function": "FUNCTION"}.get(side.kind, self.kind_words(side))
        wait = " SYNC" if side.kind in ("table", "view", "materialized view", "dictionary") else ""
        return (f"DROP {kind} IF EXISTS {self.dropped_name(subject, side)}{_on_cluster(side)}{wait}",)

    def rename(self, subject: Subject) -> tuple[str, ...]:
        old, new, head = self.speller.name(subject.old_key), self.speller.name(subject.key), subject.head
        return (f"RENAME TABLE {old} TO {new}{_on_cluster(head)}",)


def _columns(query: str, dialect: Dialect) -> list[str] | None:
    """What a query selects, item by item; nothing where it cannot be told. Types may differ under one name."""
    try:
        (root,) = dialect.sqlglot.parse(query)
    except (SqlglotError, RecursionError, ValueError):
        return None
    items = [item.sql(dialect=dialect.sqlglot) for item in root.selects] if isinstance(root, exp.Query) else []
    return items if items and not any("*" in item for item in items) else None


def _on_cluster(side: ObjectSide | None) -> str:
    """A cluster is a name, or a macro such as '{cluster}' in quotes."""
    cluster = side.cluster if side else ""
    if not cluster:
        return ""
    if _PLAIN.fullmatch(cluster):
        return f" ON CLUSTER {cluster}"
    escaped = cluster.replace("\\", "\\\\").replace("'", "\\'")
    return f" ON CLUSTER '{escaped}'"
