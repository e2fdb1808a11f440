"""Objects of both sides → one DataFrame of facts: a relation's name and its columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pyarrow as pa

from checker.diff.frames import CHANGE
from checker.snapshot import frames as s
from checker.snapshot import rows as r

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

RELATION = "relation"
COLUMNS = ("c0", "c1", "c2", "c3")
FACT_SCHEMA = pa.schema([(name, pa.string()) for name in (RELATION, *COLUMNS)])
SCHEMA = ", ".join(f"{name} string" for name in (RELATION, *COLUMNS))
_FACTS = f"array<struct<{', '.join(f'{name}: string' for name in (RELATION, *COLUMNS))}>>"
OBJECT = "object"
_PRESENT, _KNOWN = "present", "known"

COUNTED = "ReferenceCount"
"""The one relation whose tuples come from all objects together."""

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
    wanted = set(needed)
    facts = owned_facts_frame(changed_objects, wanted).drop(OBJECT)
    if COUNTED not in wanted:
        return facts
    return facts.unionByName(_counted(owned_facts_frame(changed_objects, {"Reference"})))


def owned_facts_frame(changed_objects: DataFrame, needed: Iterable[str]) -> DataFrame:
    """As `facts_frame`, each fact behind the object that gives it; without counts, which no object gives alone."""
    wanted = set(needed)
    makers = ", ".join(maker for name, maker in _MAKERS.items() if name in wanted)
    objects = changed_objects.selectExpr("*", *_NAMED)
    return objects.selectExpr(OBJECT, f"explode(flatten(array({makers}))) AS fact").select(OBJECT, "fact.*")


def _counted(references: DataFrame) -> DataFrame:
    """ReferenceCount(o, n) :- n objects have a Reference to o."""
    from pyspark.sql import functions as f

    name, of, by = f.lit(COUNTED).alias(RELATION), *map(f.col, COLUMNS[:2])
    counts = references.groupBy(by.alias(COLUMNS[0])).agg(f.count_distinct(of).alias(COLUMNS[1]))
    number = f.expr(_number(COLUMNS[1])).alias(COLUMNS[1])
    return counts.select(name, COLUMNS[0], number, *(f.lit(None).cast("string").alias(rest) for rest in COLUMNS[2:]))


def object_value(space: str, database: str, schema: str, name: str) -> str:
    """An object as a single value: its id, behind its kind where a table might have the same. SQL over SQL."""
    parts = ", ".join(map(_quoted, (database, schema, name)))
    return f"concat(if({space} = 'relation', '', concat({space}, ' ')), concat_ws('.', {parts}))"


def _quoted(part: str) -> str:
    doubled = f"""concat('"', replace({part}, '"', '""'), '"')"""
    return f"CASE WHEN {part} RLIKE r'^[a-z_][a-z0-9_]*\\z' THEN {part} WHEN {part} <> '' THEN {doubled} END"


def _fact(relation: str, *columns: str) -> str:
    padded = (*columns, *["CAST(NULL AS STRING)"] * (len(COLUMNS) - len(columns)))
    named = (f"'{name}', {column}" for name, column in zip(COLUMNS, padded, strict=True))
    return f"named_struct('{RELATION}', '{relation}', {', '.join(named)})"


def _array(*facts: str) -> str:
    """As one type, whatever is in them: what is never null in one relation may be in another."""
    return f"CAST(array({', '.join(facts)}) AS {_FACTS})"


def _where(condition: str, facts: str) -> str:
    """The facts where a condition holds, and none where it does not or nobody knows."""
    return f"CASE WHEN {condition} THEN {facts} ELSE {_array()} END"


def _where_one(condition: str, relation: str, *columns: str) -> str:
    return _where(condition, _array(_fact(relation, *columns)))


def _number(column: str) -> str:
    return f"concat(char({ord(NUMBER_MARK)}), {column})"


def _references() -> str:
    """What a link means: a view's target and the view need each other, a call may name a function or a type."""
    parts = tuple(f"link.{part}" for part in (r.DATABASE, r.SCHEMA, r.NAME))
    there, as_type = object_value(f"link.{r.SPACE}", *parts), object_value("'type'", *parts)
    plain = _fact("Reference", OBJECT, there)
    return (
        f"CASE link.role WHEN 'write' THEN {_array(plain, _fact('Reference', there, OBJECT))}"
        f" WHEN 'use' THEN {_array(plain, _fact('Reference', OBJECT, as_type))}"
        f" WHEN 'match' THEN {_array()} ELSE {_array(plain)} END"
    )


# What only an ALTER or an index names is defined elsewhere, and an object that may change all the same.
_IN_HEAD, _IN_BASE = (f"coalesce({side}.{s.STRUCTURE} <> '', false)" for side in (s.HEAD, s.BASE))
_NAMED = (
    f"{object_value(*r.KEY)} AS {OBJECT}",
    f"{_IN_HEAD} AS {_PRESENT}",
    f"{_IN_HEAD} OR {_IN_BASE} AS {_KNOWN}",
    *(f"if({_IN_HEAD}, {s.HEAD}.{name}, {s.BASE}.{name}) AS {name}" for name in (r.KIND, r.PATH, r.LINE)),
)
"""Each object under its name in the relations, and whether head, or either side, says what it is."""

_MAKERS = {
    "Object": _where_one(_KNOWN, "Object", OBJECT),
    "ObjectPlace": _where_one(_KNOWN, "ObjectPlace", OBJECT, r.KIND, r.PATH, _number(r.LINE)),
    "ChangedStmt": _where_one(f"{_KNOWN} AND {CHANGE} IN ('added', 'modified', 'removed')", "ChangedStmt", OBJECT),
    "Change": _where_one(f"{_KNOWN} AND {CHANGE} IS NOT NULL", "Change", OBJECT, CHANGE),
    "ObjectKind": _where_one(_KNOWN, "ObjectKind", OBJECT, r.KIND),
    "ObjectInSchema": _where_one(
        f"{_KNOWN} AND {r.SCHEMA} <> '' AND {r.NAME} <> ''", "ObjectInSchema", OBJECT, r.DATABASE, r.SCHEMA
    ),
    "StmtUsesCluster": _where_one(
        f"{_PRESENT} AND {s.HEAD}.{r.CLUSTER} <> ''", "StmtUsesCluster", OBJECT, f"{s.HEAD}.{r.CLUSTER}"
    ),
    "IndexUsesCluster": _where(
        _PRESENT,
        f"CAST(transform(map_entries({s.HEAD}.{s.INDEX_CLUSTERS}),"
        f" index -> {_fact('IndexUsesCluster', OBJECT, 'index.key', 'index.value')}) AS {_FACTS})",
    ),
    "IsSink": _where_one(f"{_KNOWN} AND {r.KIND} = 'sink'", "IsSink", OBJECT),
    "StableSchema": _where_one(
        f"try_element_at({s.HEAD}.{r.OPTIONS}, 'api') = 'stable'", "StableSchema", r.DATABASE, r.SCHEMA
    ),
    "Reference": _where(_PRESENT, f"flatten(transform({s.HEAD}.{r.LINKS}, link -> {_references()}))"),
}
"""For each relation the array of facts that one object gives, as SQL: a column made call by call costs a call each."""
