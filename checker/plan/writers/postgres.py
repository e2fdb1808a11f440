"""PostgreSQL: views depend on their columns, so what reads a changed object is dropped before and made after."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from checker.names import ObjectName
from checker.plan.enum_values import add_if_missing, added_values, enum_values, is_widened, up_to_added_value
from checker.plan.operation import ALL_COLUMNS, Decision, ObjectSide, Operation, PlanProblem, Subject
from checker.plan.stream_stubs import Stub, stub_of
from checker.plan.tables import foreign_keys, is_detaching, is_foreign_key, lifting, parent_of
from checker.plan.writers.generic import Writer, insert_if_not_exists, insert_or_replace
from checker.plan.writers.problems import left_problems
from checker.snapshot.resolve import resolve_name
from checker.snapshot.rows import StatementRow
from checker.sql.statement import Action, Parts

_STREAM_TABLE = "stream table"
_VIEWS = frozenset({"view", "materialized view"})
_LIFTED = "lifts what other tables of the plan wait for"
_VALUES = "values that are added can only be used when that is committed"
_ONCE = frozenset({"table", "materialized view", "sequence", "schema", "extension"})


class PostgresWriter(Writer):
    lifts = True

    def create(self, row: StatementRow) -> str:
        statement = row.resolved.statement
        text = self.texts.statement(row)
        if statement.action is not Action.CREATE or statement.if_not_exists or statement.replaces:
            return text
        if statement.kind in ("view", "function"):
            return insert_or_replace(text)
        return insert_if_not_exists(self.texts.around_own_name(row), text) if statement.kind in _ONCE else text

    def kind_words(self, side: ObjectSide) -> str:
        if side.kind == "function":
            return "ROUTINE"
        created = side.definition.created if side.kind == "table" else ()
        words = created[0].resolved.statement.text[:40].upper().split() if created else []
        return "FOREIGN TABLE" if words[1:3] == ["FOREIGN", "TABLE"] else super().kind_words(side)

    def drop(self, subject: Subject, side: ObjectSide) -> tuple[str, ...]:
        if side.kind == _STREAM_TABLE:
            return (f"SELECT pgtrickle.drop_stream_table({self._stream_text(subject)})",)
        if side.kind != "function":
            return super().drop(subject, side)
        labels = dict.fromkeys(row.resolved.statement.label for row in side.definition.created)
        name = self.speller.name(subject.key)
        return tuple(f"DROP ROUTINE IF EXISTS {name}{_arguments(label)}" for label in labels)

    def rename(self, subject: Subject) -> tuple[str, ...]:
        """RENAME TO within a schema, SET SCHEMA between two."""
        old, new = subject.old_key.name, subject.key.name
        kind = self.kind_words(subject.head) if subject.head else subject.kind.upper()
        moved = subject.old_key
        statements: list[str] = []
        if old.schema != new.schema:
            statements.append(f"ALTER {kind} {self.speller.name(moved)} SET SCHEMA {self.speller.quoted(new.schema)}")
            moved = moved._replace(name=old._replace(schema=new.schema))
        if old.name != new.name:
            statements.append(f"ALTER {kind} {self.speller.name(moved)} RENAME TO {self.speller.quoted(new.name)}")
        return tuple(statements)

    def decide(self, subject: Subject) -> Decision:
        return self._without(subject) if subject.lifted else super().decide(subject)

    def has_partitions(self, subject: Subject) -> bool:
        return subject.base is not None and subject.base.kind == "table" and _mentions_partitions(subject.base)

    def partitioned(self, subject: Subject) -> ObjectName | None:
        if subject.base is None or subject.base.kind != "table" or not _mentions_partitions(subject.base):
            return None
        parent = parent_of(self.statements(subject.base), self.speller.home.dialect)
        return resolve_name(parent, "relation", self.speller.home) if parent else None

    def altered_table(self, subject: Subject) -> Decision:
        """A partition that is detached goes before its parent is worked on, which would hand that down to it."""
        decision = super().altered_table(subject)
        setup = decision.setup
        if setup is None or self.partitioned(subject) is None:
            return decision
        out = tuple(sql for sql in setup.sql if is_detaching(sql))
        if not out:
            return decision
        left = tuple(sql for sql in setup.sql if sql not in out)
        return replace(decision, teardown=replace(setup, sql=out), setup=replace(setup, sql=left) if left else None)

    def altered(self, subject: Subject) -> Decision:
        return (self._altered_enum(subject) if subject.kind == "type" else None) or super().altered(subject)

    def _altered_enum(self, subject: Subject) -> Decision | None:
        """Values that are added come before all else; nothing where the type changes in another way."""
        base, head = subject.sides
        dialect = self.speller.home.dialect
        old, new = self.statements(base), self.statements(head)
        if new[: len(old)] == old:
            further = new[len(old) :]
            added = [add_if_missing(sql, dialect) for sql in up_to_added_value(further, dialect)]
            later = further[len(added) :]
        else:
            values, new_values = enum_values(old, dialect), enum_values(new, dialect)
            if values is None or new_values is None or not is_widened(values, new_values):
                return None
            added, later = added_values(self.speller.name(subject.key), values, new_values), []
        described = self.described_anew(base, head)
        statements = (*described.gone, *later, *described.new)
        return Decision(
            first=Operation("alter", tuple(added), why=_VALUES) if added else None,
            setup=Operation("alter", statements) if statements else None,
            kept="" if added or statements else "its definition means the same",
            problems=left_problems(subject, described),
        )

    def creation(self, subject: Subject, head: ObjectSide) -> Operation:
        """Attached when all is there that its parent has: PostgreSQL makes what is missing, under names of its own."""
        made = super().creation(subject, head)
        return replace(made, rest=tuple(sorted(made.rest, key=_attaching)))

    def _without(self, subject: Subject) -> Decision:
        """A table that is altered when its foreign keys or indexes have been lifted; they come back at the end."""
        table = self.speller.name(subject.key)
        decision = self.altered_table(subject)
        lift = Operation("alter", tuple(lifting(table, subject.lifted, self.speller.home.dialect)), why=_LIFTED)
        setup = decision.setup
        if setup is not None:
            back = tuple(sql for sql in setup.sql if is_foreign_key(sql, table))
            setup = replace(setup, sql=tuple(sql for sql in setup.sql if sql not in back), rest=back)
        return replace(decision, teardown=lift, setup=setup, kept="")

    def foreign_keys_to(self, subject: Subject, unkeyed: Mapping[ObjectName, frozenset[str]]) -> frozenset[str]:
        base, head = subject.base, subject.head
        if base is None or head is None or (base.kind, head.kind) != ("table", "table") or _casts(base, head):
            return frozenset()
        keys = foreign_keys([self.texts.statement(row) for row in base.definition.structure], self.speller.home.dialect)
        leads = {key: unkeyed.get(resolve_name(key.table, "relation", self.speller.home)) for key in keys}
        return frozenset(
            key.name
            for key, columns in leads.items()
            if columns and (not key.columns or ALL_COLUMNS in columns or not columns.isdisjoint(key.columns))
        )

    def follows_renames(self, subject: Subject, columns: frozenset[str]) -> bool:
        """A view's columns are known by number; its own statement, of before, would not find them any more."""
        if subject.change is not None or subject.head is None or subject.kind not in _VIEWS:
            return False
        texts = (row.resolved.statement.text for row in subject.head.definition.created)
        return any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for text in texts for name in columns)

    def rebuilt(self, subject: Subject) -> Decision:
        base, head = subject.sides
        if base.kind == "table":
            return replace(super().rebuilt(subject), unkeyed=frozenset({ALL_COLUMNS}))
        called = subject.kind == "function" and subject.pinned
        if called and not self._same_call(base, head):
            return self._needed_as_it_is(subject)
        stream = subject.kind == _STREAM_TABLE and _replaces(head) and subject.change is not None and not subject.forced
        if called or stream:
            return self.replaced(subject, disturbs=stream)
        decision = super().rebuilt(subject)
        problems = self._kept_as_it_was(subject, head)
        return replace(decision, problems=(*decision.problems, *problems)) if problems else decision

    def _kept_as_it_was(self, subject: Subject, head: ObjectSide) -> tuple[PlanProblem, ...]:
        """create_stream_table_if_not_exists leaves alone what exists."""
        created = head.definition.created
        if subject.kind != _STREAM_TABLE or subject.change != "modified" or head.definition.altered:
            return ()
        if not created or not all(row.resolved.statement.if_not_exists for row in created):
            return ()
        problem = PlanProblem(
            "no-effect",
            subject,
            f"{subject.id} exists already, and create_stream_table_if_not_exists keeps what exists: "
            "running the file changes nothing",
            "use create_or_replace_stream_table; the plan drops it and makes it again",
        )
        return (problem,)

    def _needed_as_it_is(self, subject: Subject) -> Decision:
        problem = PlanProblem(
            "manual-change",
            subject,
            f"arguments or result of {subject.id} change, and a table that stays calls it: "
            "it can be neither dropped nor replaced",
            "make the new function under another name, let the table call that, and drop the old one then",
        )
        return Decision(kept="a table that stays calls it", problems=(problem,))

    def without_cycle(self, subject: Subject, members: frozenset[ObjectName]) -> Operation | None:
        if subject.head is None or subject.kind != _STREAM_TABLE:
            return None
        stub = self._stub(subject.head, members)
        creation = self.creation(subject, subject.head)
        if stub is None:
            return None
        close = f"SELECT pgtrickle.alter_stream_table({self._stream_text(subject)}, query => {stub.whole_query})"
        return Operation("create", (stub.create,), (close, *creation.rest))

    def out_of_cycle(self, subject: Subject, members: frozenset[ObjectName]) -> Operation | None:
        stub = self._stub(subject.base, members) if subject.base and subject.base.kind == _STREAM_TABLE else None
        if stub is None:
            return None
        statement = f"SELECT pgtrickle.alter_stream_table({self._stream_text(subject)}, query => {stub.stub_query})"
        return Operation("alter", (statement,), why="breaks the cycle, so that its members can be dropped one by one")

    def dropped_at_once(self, operation: Operation) -> Operation:
        if operation.action != "drop":
            return operation
        return replace(operation, sql=tuple(map(_cascading, operation.sql)))

    def _stub(self, side: ObjectSide, members: frozenset[ObjectName]) -> Stub | None:
        """Of the last query that an object was given."""
        rows = [row for row in (*side.definition.created, *side.definition.altered) if "query" in row.resolved.options]
        if not rows:
            return None

        def is_member(parts: Parts) -> bool:
            return resolve_name(parts, "relation", self.speller.home) in members

        return stub_of(self.texts.statement(rows[-1]), self.speller.home.dialect, is_member)

    def _stream_text(self, subject: Subject) -> str:
        name = subject.key.name
        return self.speller.text(".".join(map(self.speller.quoted, (name.schema, name.name))))

    def gives_way(self, subject: Subject) -> bool:
        called = subject.kind == "function" and subject.pinned
        return super().gives_way(subject) and not called

    def _same_call(self, base: ObjectSide, head: ObjectSide) -> bool:
        """Whether CREATE OR REPLACE is allowed: the same arguments and the same result."""
        old, new = (sorted(_interface(row) for row in side.definition.created) for side in (base, head))
        return old == new


def _mentions_partitions(side: ObjectSide) -> bool:
    """Whether it is worth reading closer."""
    return any("PARTITION" in row.resolved.statement.text.upper() for row in side.definition.structure)


def _attaching(statement: str) -> int:
    """First what stands alone, then ATTACH PARTITION of the table, then that of its indexes."""
    words = statement.upper().split()
    return (words[:2] == ["ALTER", "TABLE"]) + 2 * (words[:2] == ["ALTER", "INDEX"]) if "ATTACH" in words else 0


def _cascading(statement: str) -> str:
    if statement.startswith("DROP"):
        return f"{statement} CASCADE"
    return f"{statement.removesuffix(')')}, cascade => true)"


def _casts(base: ObjectSide, head: ObjectSide) -> bool:
    """Whether head only adds statements, one of which says how to convert values: only itself can do that."""
    old, new = (side.definition.structure for side in (base, head))
    further = new[len(old) :] if new[: len(old)] == old else ()
    return any("USING" in row.resolved.statement.text.upper() for row in further)


def _replaces(side: ObjectSide) -> bool:
    """create_or_replace_stream_table, and nothing after it."""
    definition = side.definition
    return not definition.altered and all(row.resolved.statement.replaces for row in definition.created)


def _arguments(label: str) -> str:
    return "" if not label else label if label == "()" else f"({label})"


def _interface(row: StatementRow) -> str:
    """A function's text up to its body: name, arguments with their names, and result."""
    words = row.resolved.statement.text.split()
    ends = [at for at, word in enumerate(words) if word.upper() in ("AS", "LANGUAGE", "BEGIN", "RETURN")]
    upper = " ".join(words[: min(ends, default=len(words))]).upper()
    return upper.replace("CREATE OR REPLACE", "CREATE").replace(" (", "(")
