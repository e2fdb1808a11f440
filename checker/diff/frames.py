"""Compare the two snapshots as Spark DataFrames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.diff.changes import Change
from checker.names import ObjectName
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.resolve import Key

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

CHANGE = "change"
_COMPARED = (r.KIND, r.PATH, r.LINE, s.DEFINED, s.STRUCTURE, s.METADATA, s.DUPLICATE_PATH, s.DUPLICATE_LINE)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A second definition of an object."""

    key: Key
    kind: str
    path: str
    line: int
    first_path: str
    first_line: int


@dataclass(frozen=True, slots=True)
class Compared:
    """The outcome of one Spark job over both snapshots."""

    changes: tuple[Change, ...]
    duplicates: tuple[Duplicate, ...]
    objects: int


def changes_frame(objects: DataFrame) -> DataFrame:
    """Both sides of every object in one row, and what changed between them.

    Added(o)    :- Defined(head, o), NOT Defined(base, o)
    Removed(o)  :- Defined(base, o), NOT Defined(head, o)
    Modified(o) :- Structure(base, o, x), Structure(head, o, y), x <> y
    Metadata(o) :- Metadata(base, o, x), Metadata(head, o, y), x <> y, NOT Modified(o)
    """
    from pyspark.sql import functions as f

    sides = objects.groupBy(*r.KEY).agg(_side(s.BASE), _side(s.HEAD))
    in_base = f.coalesce(f.col(f"{s.BASE}.{s.DEFINED}"), f.lit(False))
    in_head = f.coalesce(f.col(f"{s.HEAD}.{s.DEFINED}"), f.lit(False))
    change = (
        f.when(in_head & ~in_base, "added")
        .when(in_base & ~in_head, "removed")
        .when(_differs(s.STRUCTURE), "modified")
        .when(_differs(s.METADATA), "metadata")
    )
    return sides.withColumn(CHANGE, change)


def _side(side: str) -> Column:
    from pyspark.sql import functions as f

    return f.max(f.when(f.col(s.SIDE) == side, f.struct(*_COMPARED))).alias(side)


def _differs(column: str) -> Column:
    from pyspark.sql import functions as f

    base = f.coalesce(f.col(f"{s.BASE}.{column}"), f.lit(""))
    return base != f.coalesce(f.col(f"{s.HEAD}.{column}"), f.lit(""))


def compare(objects: DataFrame) -> Compared:
    """Run the comparison: one job, which brings back only what is told."""
    from pyspark.sql import Observation
    from pyspark.sql import functions as f

    counted = Observation()
    compared = changes_frame(objects).observe(
        counted, f.count(f.when(f.col(f"{s.HEAD}.{s.DEFINED}"), True)).alias("objects")
    )
    told = compared.where(f.col(CHANGE).isNotNull() | (f.col(f"{s.HEAD}.{s.DUPLICATE_LINE}") > 0))
    rows = told.toArrow().to_pylist()
    return Compared(
        changes=tuple(_change(row) for row in rows if row[CHANGE]),
        duplicates=tuple(_duplicates(rows)),
        objects=counted.get["objects"],
    )


def _key(row: dict[str, Any]) -> Key:
    return Key(row[r.SPACE], ObjectName(row[r.DATABASE], row[r.SCHEMA], row[r.NAME]))


def _change(row: dict[str, Any]) -> Change:
    change = row[CHANGE]
    base, head = row[s.BASE] or {}, row[s.HEAD] or {}
    shown = base if change == "removed" or not head else head
    column = s.METADATA if change == "metadata" else s.STRUCTURE
    return Change(
        key=_key(row),
        kind=shown[r.KIND],
        change=change,
        path=shown[r.PATH],
        line=shown[r.LINE],
        base_hash=None if change == "added" else base.get(column) or None,
        head_hash=None if change == "removed" else head.get(column) or None,
    )


def _duplicates(rows: list[dict[str, Any]]) -> Iterator[Duplicate]:
    for row in rows:
        head = row[s.HEAD]
        if head and head[s.DUPLICATE_LINE]:
            yield Duplicate(
                _key(row), head[r.KIND], head[s.DUPLICATE_PATH], head[s.DUPLICATE_LINE], head[r.PATH], head[r.LINE]
            )
