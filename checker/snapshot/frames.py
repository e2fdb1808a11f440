"""Snapshots as Spark DataFrames: statements, and the objects they fold into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from checker.snapshot import rows as r
from checker.snapshot.fold import ObjectState, fold

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SIDE, BASE, HEAD = "side", "base", "head"
DEFINED, STRUCTURE, METADATA = "defined", "structure", "metadata"
INDEX_CLUSTERS, DUPLICATE_PATH, DUPLICATE_LINE = "index_clusters", "duplicate_path", "duplicate_line"

OBJECT_SCHEMA = pa.schema(
    [
        pa.field(SIDE, pa.string(), nullable=False),
        *(pa.field(name, pa.string(), nullable=False) for name in r.KEY),
        pa.field(r.KIND, pa.string(), nullable=False),
        pa.field(r.PATH, pa.string(), nullable=False),
        pa.field(r.LINE, pa.int32(), nullable=False),
        pa.field(DEFINED, pa.bool_(), nullable=False),
        pa.field(STRUCTURE, pa.string(), nullable=False),
        pa.field(METADATA, pa.string(), nullable=False),
        pa.field(r.CLUSTER, pa.string(), nullable=False),
        pa.field(INDEX_CLUSTERS, pa.map_(pa.string(), pa.string()), nullable=False),
        pa.field(r.LINKS, r.STATEMENT_SCHEMA.field(r.LINKS).type, nullable=False),
        pa.field(r.OPTIONS, pa.map_(pa.string(), pa.string()), nullable=False),
        pa.field(DUPLICATE_PATH, pa.string(), nullable=False),
        pa.field(DUPLICATE_LINE, pa.int32(), nullable=False),
    ]
)
"""One row per object and side."""


def statements_frame(spark: SparkSession, table: pa.Table) -> DataFrame:
    """The statements of both sides as a DataFrame of STATEMENT_SCHEMA."""
    return spark.createDataFrame(table)


def objects_frame(statements: DataFrame) -> DataFrame:
    """Objects(side, key, …) :- the statements on that key, folded in file order."""
    from pyspark.sql import functions as f
    from pyspark.sql.pandas.types import from_arrow_schema

    on_objects = statements.where(f.col(r.SPACE) != "").drop(r.TEXT, r.END_LINE)
    return on_objects.groupBy(*r.KEY).applyInArrow(fold_group, from_arrow_schema(OBJECT_SCHEMA))


def fold_group(group: pa.Table) -> pa.Table:
    """Both sides of one object; runs in Spark's Python workers."""
    rows = group.to_pylist()
    states = list(_states(rows))
    key = {name: rows[0][name] for name in r.KEY}
    return pa.Table.from_pylist([_object_row(side, key, state) for side, state in states], schema=OBJECT_SCHEMA)


def _states(rows: list[dict[str, Any]]) -> Iterator[tuple[str, ObjectState]]:
    for side, flag in ((BASE, r.IN_BASE), (HEAD, r.IN_HEAD)):
        state = fold(row for row in rows if row[flag])
        if state is not None:
            yield side, state


def _object_row(side: str, key: dict[str, str], state: ObjectState) -> dict[str, Any]:
    return {
        SIDE: side,
        **key,
        r.KIND: state.kind,
        r.PATH: state.path,
        r.LINE: state.line,
        DEFINED: state.defined,
        STRUCTURE: state.structure,
        METADATA: state.metadata,
        r.CLUSTER: state.cluster,
        INDEX_CLUSTERS: state.index_clusters,
        r.LINKS: state.links,
        r.OPTIONS: state.options,
        DUPLICATE_PATH: state.duplicate_path,
        DUPLICATE_LINE: state.duplicate_line,
    }
