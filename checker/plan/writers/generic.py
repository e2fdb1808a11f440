"""What is done to an object where its dialect says nothing else, and how it is spelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from checker.names import ObjectName
from checker.plan.definition import Texts
from checker.plan.metadata import MetadataChanges, metadata_changes, metadata_statements
from checker.plan.operation import Decision, ObjectSide, Operation, PlanProblem, Subject
from checker.plan.tables import TableEdit, TableEdits, generated_renames, table_edits
from checker.plan.writers.problems import edit_problems, left_problems, lost_with, still_inhabited
from checker.snapshot.rows import StatementRow
from checker.sql.kinds import ON_TABLE_KINDS

REBUILT = frozenset(
    {"view", "materialized view", "stream table", "function", "trigger", "policy", "row policy", "rule", "macro"}
)
"""Kinds that hold nothing of their own: they can be dropped and made again."""
HOLDERS = frozenset({"table", "table from source", "source", "sequence", "database"})
"""Kinds whose drop loses rows, where they were read up to, or all that lives in them."""
_NOT_MADE = "it holds data; only what it reads or lives beside changed"


class Writer:
    """Decides for each object, and writes its statements."""

    lifts = False
    """Whether foreign keys and indexes can stand in the way of what is done to other tables."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.speller = texts.speller

    def decide(self, subject: Subject) -> Decision:
        """What the plan does to this object."""
        base, head = subject.base, subject.head
        if head is None:
            return self.removed(subject)
        if base is None:
            return self.added(subject)
        if base.kind != head.kind:
            return self.rebuilt(subject)
        again = self.is_rebuilt(base)  # nothing is lost with it, whatever head makes of it
        if subject.change == "metadata" and not (again and (subject.is_dirty or subject.forced)):
            return self.described(subject)
        if again:
            return self.rebuilt(subject)
        if subject.change is None:
            return Decision(kept=_NOT_MADE if self.holds_data(head) else "nothing of it is to be made again")
        return self.altered(subject)

    # Which way ---------------------------------------------------------------------------------------

    def is_rebuilt(self, side: ObjectSide) -> bool:
        return side.kind in REBUILT

    def gives_way(self, subject: Subject) -> bool:
        """Whether an object could be dropped and made again, whatever was decided."""
        return subject.base is not None and self.is_rebuilt(subject.base)

    def holds_data(self, side: ObjectSide) -> bool:
        return side.kind in HOLDERS

    def removed(self, subject: Subject) -> Decision:
        base = subject.base
        if base is None:
            return Decision()
        if subject.is_inhabited:
            return Decision(kept="objects live in it still", problems=still_inhabited(subject, base))
        loses = self.holds_data(base)
        operation = Operation("drop", self.drop(subject, base), destructive=loses)
        return Decision(teardown=operation, problems=lost_with(subject, base) if loses else (), disturbs=True)

    def is_moved(self, subject: Subject, side: ObjectSide) -> bool:
        """Whether an object under a new name is the old one, with all it holds."""
        return self.holds_data(side) and subject.key.space == "relation"

    def added(self, subject: Subject) -> Decision:
        head = subject.head
        if head is None:
            return Decision()
        if subject.was is not None and self.is_moved(subject, head):
            return self.moved(subject, head)
        return Decision(setup=self.creation(subject, head))

    def moved(self, subject: Subject, head: ObjectSide) -> Decision:
        """Renamed with all that it holds; its readers find it no more under the old name."""
        old = subject.old or head
        described = self.moved_along(old, head)
        edits = self.edits_beyond_rename(subject, old, head)
        along = (*self.rename(subject), *self.renamed_with(subject, old, head))
        statements = (*described.gone, *along, *(edit.sql for edit in edits if edit.sql), *described.new)
        problems = (*left_problems(subject, described), *edit_problems(subject, edits))
        loses = any(edit.destructive and edit.sql for edit in edits)
        return Decision(setup=Operation("rename", statements, destructive=loses), problems=problems, disturbs=True)

    def edits_beyond_rename(self, subject: Subject, old: ObjectSide, head: ObjectSide) -> tuple[TableEdit, ...]:
        """What a renamed object's later statements do besides, spelled for its new name."""
        before, after = old.definition.structure, head.definition.structure
        hashes, new_hashes = ([row.resolved.hash for row in rows] for rows in (before, after))
        if hashes == new_hashes:
            return ()
        if new_hashes[: len(hashes)] != hashes:
            manual = "compare both definitions and alter it by hand"
            return (TableEdit("", "it is renamed, and its definition changes besides", True, manual),)
        texts, new_texts = ([row.resolved.statement.text for row in rows] for rows in (before, after))
        told = table_edits(self.speller.name(subject.key), texts, new_texts, self.speller.home.dialect).edits
        further = [self.texts.statement(row) for row in after[len(before) :]]
        if len(told) != len(further):
            return tuple(TableEdit(sql, "a further statement of its") for sql in further)
        return tuple(replace(edit, sql=sql) for edit, sql in zip(told, further, strict=True))

    def moved_along(self, old: ObjectSide, head: ObjectSide) -> MetadataChanges:
        """Of an object that goes on under another name, with its grants and comments."""
        return self.described_anew(old, head)

    def renamed_with(self, subject: Subject, old: ObjectSide, head: ObjectSide) -> tuple[str, ...]:
        """What takes its name from the object's."""
        if subject.kind != "table" or _is_stated(old, head):
            return ()
        base, new = ([self.texts.statement(row) for row in side.definition.structure] for side in (old, head))
        return generated_renames(self.speller.name(subject.key), base, new, self.speller.home.dialect)

    def rebuilt(self, subject: Subject) -> Decision:
        """Dropped by the old definition and made by the new one."""
        removed = self.removed(subject)
        _, head = subject.sides
        return Decision(removed.teardown, self.creation(subject, head), problems=removed.problems, disturbs=True)

    def altered(self, subject: Subject) -> Decision:
        """Changed in place: tables by what differs, other kinds by the statements that head adds."""
        if subject.kind == "table":
            return self.altered_table(subject)
        base, head = subject.sides
        described = self.described_anew(base, head)
        old, new = ([row.resolved.hash for row in side.definition.structure] for side in (base, head))
        if new[: len(old)] == old:
            statements = tuple(map(self.texts.statement, head.definition.structure[len(old) :]))
            setup = Operation("alter", (*described.gone, *statements, *described.new))
            return Decision(setup=setup, problems=left_problems(subject, described))
        problem = PlanProblem(
            "manual-change",
            subject,
            f"the plan has no way to change a {head.kind} in place: {subject.id} stays as it is",
            "write the ALTER statement that leads from the old definition to the new one, and run it by hand",
        )
        return self.only_described(subject, problem)

    def only_described(self, subject: Subject, problem: PlanProblem) -> Decision:
        """What cannot be altered still gets its grants and comments."""
        decision = self.described(subject)
        kept = "" if decision.setup else "has to be changed by hand"
        return replace(decision, kept=kept, problems=(problem, *decision.problems))

    def altered_table(self, subject: Subject) -> Decision:
        base, head = subject.sides
        edits = self.table_edits(subject, base, head)
        described = self.described_anew(base, head)
        statements = (*described.gone, *(edit.sql for edit in edits.edits if edit.sql), *described.new)
        problems = (*edit_problems(subject, edits.edits), *left_problems(subject, described))
        if not statements:
            kept = "has to be changed by hand" if problems else "its definition means the same"
            return Decision(kept=kept, problems=problems)
        why = "; ".join(edit.why for edit in edits.edits if edit.sql)
        loses = any(edit.destructive for edit in edits.edits if edit.sql)
        operation = Operation("alter", statements, destructive=loses, why=why)
        return Decision(
            setup=operation,
            problems=problems,
            disturbs=bool(edits.touched),
            renamed=edits.renamed if edits.renamed == edits.touched else frozenset(),
            unkeyed=edits.unkeyed,
        )

    def table_edits(self, subject: Subject, base: ObjectSide, head: ObjectSide) -> TableEdits:
        above = (self.statements(subject.parent[0]), self.statements(subject.parent[1])) if subject.parent else None
        name, dialect = self.speller.name(subject.key), self.speller.home.dialect
        return table_edits(name, self.statements(base), self.statements(head), dialect, subject.lifted, above)

    def statements(self, side: ObjectSide) -> list[str]:
        return [self.texts.statement(row) for row in side.definition.structure]

    def described(self, subject: Subject) -> Decision:
        """Grants and comments only."""
        base, head = subject.sides
        described = self.described_anew(base, head)
        problems = left_problems(subject, described)
        if described.all:
            setup = Operation("alter", described.all, why="its grants or comments changed")
            return Decision(setup=setup, problems=problems)
        kept = "has to be changed by hand" if problems else "what changed leaves its grants and comments as they are"
        return Decision(kept=kept, problems=problems)

    def described_anew(self, base: ObjectSide, head: ObjectSide) -> MetadataChanges:
        return metadata_changes(base.definition, head.definition, self.texts)

    def replaced(self, subject: Subject, *, disturbs: bool = False) -> Decision:
        """Made again in place: what is said about it stays unless it is taken back."""
        base, head = subject.sides
        described = self.described_anew(base, head)
        statements = (*described.gone, *self.creation(subject, head).whole().sql)
        return Decision(
            setup=Operation("replace", statements), problems=left_problems(subject, described), disturbs=disturbs
        )

    def creation(self, subject: Subject, head: ObjectSide) -> Operation:
        definition = head.definition
        return Operation(
            "create",
            tuple(map(self.create, definition.created)),
            (
                *map(self.texts.statement, definition.altered),
                *map(self.create, definition.indexes),
                *metadata_statements(definition, self.texts),
            ),
        )

    def has_partitions(self, subject: Subject) -> bool:
        """Whether a table of base may hand down what is done to it."""
        return False

    def partitioned(self, subject: Subject) -> ObjectName | None:
        """The table whose partition an object is in base, where the database hands changes down."""
        return None

    def foreign_keys_to(self, subject: Subject, unkeyed: Mapping[ObjectName, frozenset[str]]) -> frozenset[str]:
        """The foreign keys of a table in base that must be gone while columns of other tables are worked on."""
        return frozenset()

    def follows_renames(self, subject: Subject, columns: frozenset[str]) -> bool:
        """Whether the database itself lets an object follow columns that get other names."""
        return False

    def without_cycle(self, subject: Subject, members: frozenset[ObjectName]) -> Operation | None:
        """How to make an object before those in a cycle with it exist; nothing where there is no such way."""
        return None

    def out_of_cycle(self, subject: Subject, members: frozenset[ObjectName]) -> Operation | None:
        """How to make an object of base stop reading the others in its cycle; nothing where there is no such way."""
        return None

    def dropped_at_once(self, operation: Operation) -> Operation:
        """A drop in a cycle that nothing breaks."""
        return operation

    # How it is spelled -------------------------------------------------------------------------------

    def create(self, row: StatementRow) -> str:
        """A statement that makes something, so that running it again does no harm where the dialect allows."""
        return self.texts.statement(row)

    def drop(self, subject: Subject, side: ObjectSide) -> tuple[str, ...]:
        return (f"DROP {self.kind_words(side)} IF EXISTS {self.dropped_name(subject, side)}",)

    def kind_words(self, side: ObjectSide) -> str:
        return side.kind.upper()

    def dropped_name(self, subject: Subject, side: ObjectSide) -> str:
        if side.kind not in ON_TABLE_KINDS:
            return self.speller.name(subject.key)
        tables = (link.name for row in side.definition.created for link in row.links if link.role == "order")
        table = next(iter(tables), None)
        if table is None:
            return self.speller.name(subject.key)
        own = subject.key.name.name.removesuffix(f" on {table.name}")
        on = self.speller.name(subject.key._replace(space="relation", name=table))
        return f"{self.speller.quoted(own)} ON {on}"

    def rename(self, subject: Subject) -> tuple[str, ...]:
        old, new = self.speller.name(subject.old_key), self.speller.name(subject.key)
        return (f"ALTER {subject.kind.upper()} {old} RENAME TO {new}",)


def _is_stated(old: ObjectSide, head: ObjectSide) -> bool:
    """Whether a statement renames the object: the one that makes it stays as it was, and so do generated names."""
    before, after = ([row.resolved.statement.text for row in side.definition.created] for side in (old, head))
    return before == after


def insert_if_not_exists(around: tuple[str, str, str] | None, statement: str) -> str:
    """IF NOT EXISTS before the object's name, where it is known where that stands."""
    return f"{around[0]}IF NOT EXISTS {around[1]}{around[2]}" if around else statement


def insert_or_replace(statement: str) -> str:
    """
    >>> insert_or_replace("CREATE VIEW v AS SELECT 1")
    'CREATE OR REPLACE VIEW v AS SELECT 1'
    """
    return f"{statement[:6]} OR REPLACE{statement[6:]}" if statement[:6].upper() == "CREATE" else statement
