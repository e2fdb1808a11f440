"""What is to be done to an object: decided for each by itself, put in order later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from checker.diff.changes import ChangeType
from checker.errors import DefectError
from checker.plan.definition import Definition
from checker.plan.step import StepAction
from checker.plan.tables.edit import NOTHING_LIFTED, Lifted
from checker.snapshot.resolve import Key

ALL_COLUMNS = "*"
ProblemCode = Literal["destructive", "no-effect", "manual-change"]


@dataclass(frozen=True, slots=True)
class ObjectSide:
    """An object as one side has it."""

    kind: str
    definition: Definition
    cluster: str = ""
    index_clusters: tuple[str, ...] = ()
    engine: str = ""
    has_target: bool = False
    """A ClickHouse view that writes TO a table: what it gathers lies there."""
    replaced_in_place: bool = False
    """It lies in a stable schema."""


@dataclass(frozen=True, slots=True)
class Subject:
    """An object that the plan has to do with."""

    number: int
    key: Key
    id: str
    why: str
    change: ChangeType | None = None
    was: Key | None = None
    base: ObjectSide | None = None
    head: ObjectSide | None = None
    old: ObjectSide | None = None
    """What a renamed object was in base, under its old name."""
    path: str = ""
    line: int = 1
    pinned: bool = False
    """Something that stays in place depends on it: it cannot be dropped under that."""
    forced: bool = False
    """Something that it reads is dropped: it cannot be replaced in place."""
    parent: tuple[ObjectSide, ObjectSide] | None = None
    """What a PostgreSQL partition's parent is in base and in head, where the plan has to do with it."""
    lifted: Lifted = NOTHING_LIFTED
    """Foreign keys and indexes of a table that are dropped in teardown already."""
    is_dirty: bool = False
    is_inhabited: bool = False
    """A schema or database in which head has objects."""
    feeds_storing_view: bool = False
    """A ClickHouse view that holds rows itself reads it: such a view is altered, not dropped."""

    @property
    def kind(self) -> str:
        side = self.head or self.base
        return side.kind if side else ""

    @property
    def sides(self) -> tuple[ObjectSide, ObjectSide]:
        """Base and head of an object that both have."""
        if self.base is None or self.head is None:
            raise DefectError(f"{self.id} is not on both sides")
        return self.base, self.head

    @property
    def old_key(self) -> Key:
        """What a renamed object was called."""
        if self.was is None:
            raise DefectError(f"{self.id} was not renamed")
        return self.was


@dataclass(frozen=True, slots=True)
class Operation:
    """The statements of one object in one half of the plan, without their semicolons."""

    action: StepAction
    sql: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    """What can run only when all members of a cycle exist."""
    destructive: bool = False
    why: str = ""
    """Where it differs from why the object is in the plan at all."""

    def whole(self) -> Operation:
        return replace(self, sql=(*self.sql, *self.rest), rest=()) if self.rest else self


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """Something about an operation that people must know."""

    code: ProblemCode
    subject: Subject
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the plan does to one object."""

    teardown: Operation | None = None
    setup: Operation | None = None
    late: Operation | None = None
    """After all is set up: dropping what was only moved out of the way."""
    kept: str = ""
    """Why nothing is done."""
    problems: tuple[PlanProblem, ...] = ()
    disturbs: bool = False
    """Its readers must be gone while it is worked on."""
    renamed: frozenset[str] = frozenset()
    """Columns that are renamed, where nothing else about it disturbs its readers."""
    first: Operation | None = None
    """Before all else, and outside of a transaction: what is added so cannot be used in the one that adds it."""
    unkeyed: frozenset[str] = frozenset()
    """Columns to which no foreign key may lead meanwhile; ALL_COLUMNS where the table itself goes."""
