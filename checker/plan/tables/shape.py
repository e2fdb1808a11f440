"""A table as all statements on it leave it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Phrase

_MOST_WORK = 500_000


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its type and each clause by the word that starts it, both as written."""

    name: str
    type: Phrase
    clauses: Mapping[str, Phrase] = field(default_factory=dict)
    was: tuple[str, ...] = field(default=(), compare=False)
    """Its earlier names, where the SQL renames it."""

    def text(self, clause: str) -> str:
        found = self.clauses.get(clause)
        return found.text if found else ""

    @property
    def mentions(self) -> frozenset[str]:
        """Names that its clauses mention."""
        return frozenset().union(*(phrase.names for phrase in self.clauses.values()))


@dataclass(frozen=True, slots=True)
class Constraint:
    """`PRIMARY KEY`, `UNIQUE`, `FOREIGN KEY` with columns; `CHECK`, `EXCLUDE`, `ASSUME` with all in the rest."""

    kind: str
    columns: tuple[str, ...]
    rest: Phrase
    name: str = ""
    """As given, or as the database surely names it; empty where that is unknown."""

    @property
    def definition(self) -> tuple[str, tuple[str, ...], Phrase]:
        """All but the name."""
        return self.kind, self.columns, self.rest

    def mentions(self, names: frozenset[str]) -> bool:
        own = frozenset(self.columns) if self.kind == "FOREIGN KEY" else self.rest.names.union(self.columns)
        return not names.isdisjoint(own)


@dataclass(frozen=True, slots=True)
class Index:
    """An index: what follows its table's name (or in ClickHouse its own), and whether it is unique."""

    name: str
    body: Phrase
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Attachment:
    """A statement made the table a partition of its parent: `FOR VALUES …`, `DEFAULT`."""

    parent: Phrase = field(default_factory=Phrase)
    rows: Phrase = field(default_factory=Phrase)

    def __bool__(self) -> bool:
        return bool(self.parent)


@dataclass(slots=True)
class TableShape:
    """Grows while statements are folded into it, and is only read after that."""

    table: str = ""
    """Its bare name, as its CREATE gives it: names of unnamed constraints start with it."""
    columns: dict[str, Column] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)
    indexes: dict[str, Index] = field(default_factory=dict)
    projections: dict[str, Phrase] = field(default_factory=dict)
    clauses: dict[str, Phrase] = field(default_factory=dict)
    """ENGINE, ORDER BY, PARTITION BY, INHERITS, TABLESPACE, …"""
    settings: dict[str, Phrase] = field(default_factory=dict)
    """`SETTINGS a = 1` or `WITH (a = 1)`: name → value."""
    elements: list[Phrase] = field(default_factory=list)
    """What else stands between the columns: `LIKE other`, `PERIOD FOR …`."""
    attached: Attachment = field(default_factory=Attachment)
    others: list[Phrase] = field(default_factory=list)
    """Actions of ALTERs that leave columns, constraints and clauses as they are: owners, triggers."""

    work: int = 0

    def copy(self) -> TableShape:
        """As it is now; what is folded in later does not show."""
        return replace(
            self,
            columns=dict(self.columns),
            constraints=list(self.constraints),
            indexes=dict(self.indexes),
            projections=dict(self.projections),
            clauses=dict(self.clauses),
            settings=dict(self.settings),
            others=list(self.others),
        )

    def spend(self) -> None:
        """Count the work of one more change; thousands of changes to thousands of columns are not followed."""
        self.work += len(self.columns) + len(self.constraints) + len(self.indexes)
        if self.work > _MOST_WORK:
            raise Unreadable("there are too many changes to be followed")

    @property
    def key(self) -> tuple[str, ...]:
        """The columns of the primary key."""
        return next((one.columns for one in self.constraints if one.kind == "PRIMARY KEY"), ())
