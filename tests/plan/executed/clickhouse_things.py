"""What a made-up ClickHouse project consists of: tables, views, materialized views and dictionaries."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.plan.executed.model import ROWS, Output, Side, insert

FAMILIES = (("Int64", "Int32", "String", "Nullable(Int64)"), ("LowCardinality(String)", "String"), ("Date", "DateTime"))
"""Types whose values can become values of each other."""
MERGE_TREES = ("MergeTree", "ReplacingMergeTree")
ENGINES = (*MERGE_TREES, "Memory")


def _value(type_name: str, number: int) -> str:
    if type_name.startswith("Date"):
        return f"'2024-01-0{number}'" if type_name == "Date" else f"'2024-01-0{number} 10:00:00'"
    return f"'{number}'" if "String" in type_name else str(number)


@dataclass(frozen=True)
class Column:
    name: str
    type: str = "Int64"
    default: int | None = None
    comment: str = ""

    def clause(self) -> str:
        default = f" DEFAULT {_value(self.type, self.default)}" if self.default is not None else ""
        return f"{self.name} {self.type}{default}" + (f" COMMENT '{self.comment}'" if self.comment else "")


@dataclass(frozen=True)
class Table:
    """Each has a column that no other table has, so that equal definitions never make a rename doubtful."""

    schema: str
    name: str
    mark: str
    engine: str
    columns: tuple[Column, ...]
    indexed: tuple[str, ...] = ()
    comment: str = ""

    def named(self, name: str) -> Table:
        return replace(self, name=name)

    @property
    def can_alter(self) -> bool:
        return self.engine in MERGE_TREES

    def column_names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def settled(self, side: Side) -> Table:
        return replace(self, indexed=tuple(sorted({*self.indexed} & {*self.column_names()})))

    def statements(self, side: Side) -> list[str]:
        clauses = ["id Int64", f"{self.mark} Int64", *(column.clause() for column in self.columns)]
        if self.can_alter:
            clauses += [f"INDEX on_{name} {name} TYPE bloom_filter GRANULARITY 1" for name in self.indexed]
        order = f" ORDER BY (id, {self.mark})" if self.can_alter else ""
        comment = f" COMMENT '{self.comment}'" if self.comment else ""
        created = f"CREATE TABLE {self.schema}.{self.name} ({', '.join(clauses)})"
        return [f"{created} ENGINE = {self.engine}{order}{comment}"]

    def inserts(self, side: Side) -> list[str]:
        names = ["id", self.mark, *self.column_names()]
        rows = [[str(row), str(row), *(_value(column.type, row) for column in self.columns)] for row in ROWS]
        return [insert(f"{self.schema}.{self.name}", names, rows)]


@dataclass(frozen=True)
class View:
    """A plain view, one that writes to a table, or (`stores`) one that keeps its rows itself.

    The last has the same columns whatever it reads: those of its hidden table cannot be altered.
    """

    schema: str
    name: str
    reads: tuple[int, ...]
    outputs: tuple[Output, ...] = ()
    more_than: int = 0
    target: int | None = None
    stores: bool = False
    refreshed: bool = False
    """It runs by the clock and not at each insert."""

    def named(self, name: str) -> View:
        return replace(self, name=name)

    def column_names(self) -> tuple[str, ...]:
        if self.target is not None:
            return ()
        return ("text",) if self.stores else tuple(output.name for output in self.outputs)

    def settled(self, side: Side) -> View | None:
        readable = {
            number: one.column_names() for number, one in side.things.items() if not isinstance(one, Dictionary)
        }
        reads = tuple(number for number in self.reads if number in readable and not writes(side, number))
        outputs = [one for one in self.outputs if one.source in reads and one.column in readable[one.source]]
        lost = self.target is not None and not isinstance(side.things.get(self.target), Table)
        return replace(self, reads=reads, outputs=tuple(outputs)) if reads and not lost else None

    def statements(self, side: Side) -> list[str]:
        first, *others = self.reads
        joins = [f"JOIN {side.name_of(number)} AS r{number} ON r{number}.id = r{first}.id" for number in others]
        source = " ".join([f"FROM {side.name_of(first)} AS r{first}", *joins, f"WHERE r{first}.id > {self.more_than}"])
        return [f"CREATE {self._kind(side)} AS SELECT {', '.join(self._selected(side))} {source}"]

    def _kind(self, side: Side) -> str:
        name = f"{self.schema}.{self.name}"
        refresh = " REFRESH EVERY 1 YEAR" if self.refreshed else ""
        empty = " EMPTY" if self.refreshed else ""
        if self.target is not None:
            return f"MATERIALIZED VIEW {name}{refresh} TO {side.name_of(self.target)}{empty}"
        return (
            f"MATERIALIZED VIEW {name}{refresh} ENGINE = MergeTree ORDER BY id{empty}"
            if self.stores
            else f"VIEW {name}"
        )

    def _selected(self, side: Side) -> list[str]:
        first = self.reads[0]
        target = side.things[self.target] if self.target is not None else None
        if isinstance(target, Table):
            # Only what is written is selected: the columns of the target decide.
            wanted = [("id", "Int64"), (target.mark, "Int64"), *((one.name, one.type) for one in target.columns)]
            return [f"CAST({_written(type_name, first)}, '{type_name}') AS {name}" for name, type_name in wanted]
        if self.stores:
            source = self.outputs[0] if self.outputs else Output(first, "id")
            return [f"r{first}.id AS id", f"CAST(r{source.source}.{source.column}, 'String') AS text"]
        return [f"r{first}.id AS id", *(f"r{one.source}.{one.column} AS {one.name}" for one in self.outputs)]

    def inserts(self, side: Side) -> list[str]:
        return []


def _written(type_name: str, source: int) -> str:
    return f"toDate(r{source}.id)" if type_name.startswith("Date") else f"r{source}.id"


def writes(side: Side, number: int) -> bool:
    """Whether it is a view with a target: such a view is not read."""
    thing = side.things.get(number)
    return isinstance(thing, View) and thing.target is not None


@dataclass(frozen=True)
class Dictionary:
    schema: str
    name: str
    source: int
    layout: str = "HASHED"

    def named(self, name: str) -> Dictionary:
        return replace(self, name=name)

    def column_names(self) -> tuple[str, ...]:
        return ()

    def settled(self, side: Side) -> Dictionary | None:
        return self if isinstance(side.things.get(self.source), Table) else None

    def statements(self, side: Side) -> list[str]:
        table = side.things[self.source]
        assert isinstance(table, Table)
        source = f"SOURCE(CLICKHOUSE(DB '{table.schema}' TABLE '{table.name}'))"
        created = f"CREATE DICTIONARY {self.schema}.{self.name} (id UInt64, {table.mark} Int64) PRIMARY KEY id"
        return [f"{created} {source} LAYOUT({self.layout}()) LIFETIME(0)"]

    def inserts(self, side: Side) -> list[str]:
        return []
