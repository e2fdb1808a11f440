"""ClickHouse: views are replaced in place; a view's target is made before it and outlives it."""

from __future__ import annotations

from checker.plan.operation import Decision, ObjectSide, Operation, PlanProblem, Subject
from checker.plan.writers.generic import Writer, insert_if_not_exists, insert_or_replace
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action

_REPLACED = frozenset({"view", "dictionary", "function"})
_POINTERS = frozenset(
    {
        "Distributed", "Buffer", "Merge", "Dictionary", "Null", "View", "Kafka", "RabbitMQ", "NATS", "S3Queue",
        "AzureQueue", "URL", "S3", "File", "HDFS", "PostgreSQL", "MySQL", "MongoDB", "Redis", "ODBC", "JDBC",
        "ExternalDistributed", "GenerateRandom", "Executable", "ExecutablePool", "Hive", "Iceberg", "DeltaLake", "Hudi",
    }
)  # fmt: skip
"""Engines whose tables hold no rows of their own."""


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
        if base is not None and head is not None and base.kind == head.kind and head.kind in _REPLACED:
            creation = self.creation(subject, head)
            return Decision(setup=Operation("replace", (*creation.sql, *creation.rest)))
        return super().rebuilt(subject)

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
            return Decision(kept="has to be changed by hand", problems=(problem,))
        name = self.speller.name(subject.key)
        return Decision(setup=Operation("alter", (f"ALTER TABLE {name}{_on_cluster(head)} MODIFY QUERY {new[1]}",)))

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


def _on_cluster(side: ObjectSide | None) -> str:
    return f" ON CLUSTER {side.cluster}" if side and side.cluster else ""
