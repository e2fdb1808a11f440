"""Compare the two snapshots as Spark DataFrames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.diff.changes import Change
from checker.names import ObjectName
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.resolve import Key

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

CHANGE, HIDDEN, DUPLICATED = "change", "hidden", "duplicated"
_SHOWN = (r.KIND, r.PATH, r.LINE, s.STRUCTURE, s.METADATA, s.DUPLICATE, s.DUPLICATE_OF)


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


def changes_frame(
    objects: DataFrame, *, broken_in_base: Sequence[str] = (), broken_in_head: Sequence[str] = ()
) -> DataFrame:
    """What changed between the two sides of each object; null where nothing did.

    Added(o)    :- Defined(head, o), NOT Defined(base, o)
    Removed(o)  :- Defined(base, o), NOT Defined(head, o)
    Modified(o) :- Structure(base, o, x), Structure(head, o, y), x <> y
    Metadata(o) :- Metadata(base, o, x), Metadata(head, o, y), x <> y, NOT Modified(o)

    An object that only an unreadable file hides is in doubt, neither gone nor new: it is modified, and where head
    hides it, it is taken to be what it was.
    """
    from pyspark.sql import functions as f

    in_base = f.coalesce(f.col(f"{s.BASE}.{s.DEFINED}"), f.lit(False))
    in_head = f.coalesce(f.col(f"{s.HEAD}.{s.DEFINED}"), f.lit(False))
    hidden = in_base & ~in_head & _lies_in(s.BASE, broken_in_head)
    change = (
        f.when(hidden | (in_head & ~in_base & _lies_in(s.HEAD, broken_in_base)), "modified")
        .when(in_head & ~in_base, "added")
        .when(in_base & ~in_head, "removed")
        .when(_differs(s.STRUCTURE), "modified")
        .when(_differs(s.METADATA), "metadata")
    )
    told = objects.withColumn(CHANGE, change).withColumn(HIDDEN, hidden)
    return told.withColumn(s.HEAD, f.when(f.col(HIDDEN), f.col(s.BASE)).otherwise(f.col(s.HEAD)))


def _lies_in(side: str, paths: Sequence[str]) -> Column:
    from pyspark.sql import functions as f

    return f.col(f"{side}.{r.PATH}").isin(list(paths)) if paths else f.lit(False)


def _differs(column: str) -> Column:
    from pyspark.sql import functions as f

    base = f.coalesce(f.col(f"{s.BASE}.{column}"), f.lit(""))
    return base != f.coalesce(f.col(f"{s.HEAD}.{column}"), f.lit(""))


def compare(changed_objects: DataFrame) -> Compared:
    """What `changes_frame` tells: one job, which brings back only what is shown."""
    from pyspark.sql import Observation
    from pyspark.sql import functions as f

    counted = Observation()
    defined = f.count(f.when(f.col(f"{s.HEAD}.{s.DEFINED}"), True)).alias("objects")
    compared = changed_objects.withColumn(DUPLICATED, _new_duplicate()).observe(counted, defined)
    told = compared.where(f.col(CHANGE).isNotNull() | f.col(DUPLICATED))
    rows = told.select(*r.KEY, CHANGE, HIDDEN, DUPLICATED, *map(_shown, (s.BASE, s.HEAD))).toArrow().to_pylist()
    return Compared(
        changes=tuple(_change(row) for row in rows if row[CHANGE]),
        duplicates=tuple(_duplicate(row) for row in rows if row[DUPLICATED]),
        objects=counted.get["objects"],
    )


def _shown(side: str) -> Column:
    """The part of a state that is told; the rest stays with Spark."""
    from pyspark.sql import functions as f

    return f.when(f.col(side).isNotNull(), f.struct(*(f.col(f"{side}.{name}") for name in _SHOWN))).alias(side)


def _new_duplicate() -> Column:
    """Defined twice in head and not yet in base; what base had is not this change's fault."""
    from pyspark.sql import functions as f

    return f.col(f"{s.HEAD}.{s.DUPLICATE}").isNotNull() & f.col(f"{s.BASE}.{s.DUPLICATE}").isNull()


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
        head_hash=None if change == "removed" or row[HIDDEN] else head.get(column) or None,
    )


def _duplicate(row: dict[str, Any]) -> Duplicate:
    head = row[s.HEAD]
    again, first = head[s.DUPLICATE], head[s.DUPLICATE_OF]
    return Duplicate(_key(row), head[r.KIND], again[r.PATH], again[r.LINE], first[r.PATH], first[r.LINE])
