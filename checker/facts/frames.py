"""Objects of both sides → one DataFrame of facts: a relation's name and its columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from checker.diff.frames import CHANGE
from checker.snapshot import frames as s
from checker.snapshot import rows as r

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

RELATION = "relation"
COLUMNS = ("c0", "c1", "c2", "c3")
SCHEMA = ", ".join(f"{name} string" for name in (RELATION, *COLUMNS))
_FACTS = f"array<struct<{', '.join(f'{name}: string' for name in (RELATION, *COLUMNS))}>>"
_OBJECT, _PRESENT, _KNOWN = "object", "present", "known"

NUMBER_MARK = "\x00"
"""Numbers travel as texts behind this mark, which no name in SQL holds: files with it are not read."""

Fact = tuple[str, ...]
"""A relation's name and a tuple of it."""


def given_frame(spark: SparkSession, facts: Iterable[Fact]) -> DataFrame:
    """Facts that no statement states: forced and stable schemas, names that a pattern matches."""
    padded = [(*fact, *[None] * (len(COLUMNS) + 1 - len(fact))) for fact in facts]
    return spark.createDataFrame(padded, SCHEMA)


def facts_frame(changed_objects: DataFrame, needed: Iterable[str]) -> DataFrame:
    """The facts of the needed relations, from what `changes_frame` gives.

    Relations describe head; an object that is gone keeps its schema and kind from base, and no cluster.
    """
    from pyspark.sql import functions as f

    wanted = set(needed)
    objects = _named(changed_objects)

    def facts_of(names: set[str]) -> DataFrame:
        makers = [maker for name, maker in _makers().items() if name in names]
        return objects.select(f.explode(f.flatten(f.array(*makers))).alias("fact")).select("fact.*")

    facts = facts_of(wanted)
    return facts.unionByName(_counted(facts_of({"Reference"}))) if "ReferenceCount" in wanted else facts


def _counted(references: DataFrame) -> DataFrame:
    """ReferenceCount(o, n) :- n objects have a Reference to o."""
    from pyspark.sql import functions as f

    name, of, by = f.lit("ReferenceCount").alias(RELATION), *map(f.col, COLUMNS[:2])
    counts = references.groupBy(by.alias(COLUMNS[0])).agg(f.count_distinct(of).alias(COLUMNS[1]))
    number = f.concat(f.lit(NUMBER_MARK), f.col(COLUMNS[1]).cast("string")).alias(COLUMNS[1])
    return counts.select(name, COLUMNS[0], number, *(f.lit(None).cast("string").alias(rest) for rest in COLUMNS[2:]))


def _named(changed_objects: DataFrame) -> DataFrame:
    """Each object under its name in the relations, and whether head, or either side, says what it is."""
    from pyspark.sql import functions as f

    # What only an ALTER or an index names is defined elsewhere, and an object that may change all the same.
    in_head, in_base = (f.coalesce(f.col(f"{side}.{s.STRUCTURE}") != "", f.lit(False)) for side in (s.HEAD, s.BASE))
    place = [
        f.when(in_head, f.col(f"{s.HEAD}.{name}")).otherwise(f.col(f"{s.BASE}.{name}")).alias(name)
        for name in (r.KIND, r.PATH, r.LINE)
    ]
    value = object_value(*map(f.col, r.KEY)).alias(_OBJECT)
    return changed_objects.select("*", value, in_head.alias(_PRESENT), (in_head | in_base).alias(_KNOWN), *place)


def object_value(space: Column, database: Column, schema: Column, name: Column) -> Column:
    """An object as a single value: its id, behind its kind where a table might have the same."""
    from pyspark.sql import functions as f

    parts = (f.when(part != "", _quoted(part)) for part in (database, schema, name))
    kind = f.when(space == "relation", "").otherwise(f.concat(space, f.lit(" ")))
    return f.concat(kind, f.concat_ws(".", *parts))


def _quoted(part: Column) -> Column:
    from pyspark.sql import functions as f

    doubled = f.concat(f.lit('"'), f.replace(part, f.lit('"'), f.lit('""')), f.lit('"'))
    return f.when(part.rlike(r"^[a-z_][a-z0-9_]*\z"), part).otherwise(doubled)


def _fact(relation: str, *columns: Column) -> Column:
    from pyspark.sql import functions as f

    padded = [*columns, *[f.lit(None).cast("string")] * (len(COLUMNS) - len(columns))]
    named = (column.alias(name) for name, column in zip(COLUMNS, padded, strict=True))
    return f.struct(f.lit(relation).alias(RELATION), *named)


def _where(condition: Column, facts: Column) -> Column:
    """The facts where a condition holds, and none where it does not or nobody knows."""
    from pyspark.sql import functions as f

    return f.when(condition, facts.cast(_FACTS)).otherwise(f.array().cast(_FACTS))


def _makers() -> dict[str, Column]:
    """For each relation the array of facts that one object gives."""
    from pyspark.sql import functions as f

    this, kind, present, known, change = (f.col(name) for name in (_OBJECT, r.KIND, _PRESENT, _KNOWN, CHANGE))
    database, schema, name = (f.col(part) for part in (r.DATABASE, r.SCHEMA, r.NAME))
    cluster, options, links = (f.col(f"{s.HEAD}.{part}") for part in (r.CLUSTER, r.OPTIONS, r.LINKS))
    line = f.concat(f.lit(NUMBER_MARK), f.col(r.LINE).cast("string"))
    indexes = f.map_entries(f.col(f"{s.HEAD}.{s.INDEX_CLUSTERS}"))

    def one(relation: str, *columns: Column) -> Column:
        return f.array(_fact(relation, *columns))

    return {
        "Object": _where(known, one("Object", this)),
        "ObjectPlace": _where(known, one("ObjectPlace", this, kind, f.col(r.PATH), line)),
        "ChangedStmt": _where(known & change.isin("added", "modified", "removed"), one("ChangedStmt", this)),
        "Change": _where(known & change.isNotNull(), one("Change", this, change)),
        "ObjectKind": _where(known, one("ObjectKind", this, kind)),
        "ObjectInSchema": _where(known & (schema != "") & (name != ""), one("ObjectInSchema", this, database, schema)),
        "StmtUsesCluster": _where(present & (cluster != ""), one("StmtUsesCluster", this, cluster)),
        "IndexUsesCluster": _where(
            present, f.transform(indexes, lambda index: _fact("IndexUsesCluster", this, index["key"], index["value"]))
        ),
        "IsSink": _where(known & (kind == "sink"), one("IsSink", this)),
        "StableSchema": _where(
            f.try_element_at(options, f.lit("api")) == "stable", one("StableSchema", database, schema)
        ),
        "Reference": _where(present, f.flatten(f.transform(links, lambda link: _references(this, link)))),
    }


def _references(this: Column, link: Column) -> Column:
    """What a link means: a view's target and the view need each other, a call may name a function or a type."""
    from pyspark.sql import functions as f

    def named(space: Column) -> Column:
        return object_value(space, link[r.DATABASE], link[r.SCHEMA], link[r.NAME])

    there = named(link[r.SPACE])
    plain = f.array(_fact("Reference", this, there))
    both_ways = f.array(_fact("Reference", this, there), _fact("Reference", there, this))
    called = f.array(_fact("Reference", this, there), _fact("Reference", this, named(f.lit("type"))))
    role = link["role"]
    return (
        f.when(role == "write", both_ways)
        .when(role == "use", called)
        .when(role == "match", f.array().cast(_FACTS))
        .otherwise(plain)
        .cast(_FACTS)
    )
