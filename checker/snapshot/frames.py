"""Snapshots as Spark DataFrames: statements, and the objects they fold into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from checker.snapshot import rows as r
from checker.snapshot.fold import ObjectState, Row, fold
from checker.snapshot.plain import plain_objects, plain_states, whole_objects

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_MANY_STATEMENTS = 20_000
BASE, HEAD = "base", "head"
DEFINED, STRUCTURE, METADATA = "defined", "structure", "metadata"
INDEX_CLUSTERS, DUPLICATE, DUPLICATE_OF = "index_clusters", "duplicate", "duplicate_of"

_PLACE = pa.struct([pa.field(r.PATH, pa.string()), pa.field(r.LINE, pa.int32())])

STATE = pa.struct(
    [
        pa.field(r.KIND, pa.string()),
        pa.field(r.PATH, pa.string()),
        pa.field(r.LINE, pa.int32()),
        pa.field(DEFINED, pa.bool_()),
        pa.field(STRUCTURE, pa.string()),
        pa.field(METADATA, pa.string()),
        pa.field(r.CLUSTER, pa.string()),
        pa.field(INDEX_CLUSTERS, pa.map_(pa.string(), pa.string())),
        pa.field(r.LINKS, r.STATEMENT_SCHEMA.field(r.LINKS).type),
        pa.field(r.OPTIONS, pa.map_(pa.string(), pa.string())),
        pa.field(r.STRICT, r.STRICT_TYPE),
        pa.field(r.VOLATILE, pa.list_(pa.string())),
        pa.field(DUPLICATE, _PLACE),
        pa.field(DUPLICATE_OF, _PLACE),
    ]
)
"""An object as one side leaves it. Nullable in every field, for Arrow casts no null struct into one that is not."""

OBJECT_SCHEMA = pa.schema(
    [*(pa.field(name, pa.string(), nullable=False) for name in r.KEY), pa.field(BASE, STATE), pa.field(HEAD, STATE)]
)
"""One row per object, with its state on either side; null where it is not there."""

_key = itemgetter(*r.KEY)


def statements_frame(spark: SparkSession, table: pa.Table) -> DataFrame:
    """The statements of both sides as a DataFrame of STATEMENT_SCHEMA."""
    return spark.createDataFrame(table)


def objects_frame(statements: DataFrame, count: int) -> DataFrame:
    """Objects(key, base, head) :- the statements on that key, folded in file order on each side.

    `count` is how many statements there are: few are folded in one place, for a worker takes a second to start.
    """
    from pyspark.sql import functions as f
    from pyspark.sql.pandas.types import from_arrow_schema

    on_objects = statements.where(f.col(r.SPACE) != "").drop(r.TEXT, r.END_LINE)
    together = on_objects.coalesce(1) if count < _MANY_STATEMENTS else on_objects.repartition(*r.KEY)
    return together.sortWithinPartitions(*r.KEY).mapInArrow(fold_batches, from_arrow_schema(OBJECT_SCHEMA))


def fold_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows that come sorted by key → one row per key; runs in Spark's Python workers."""
    for batch in whole_objects(batches):
        plain = plain_objects(batch)
        folded = (_plain_batch(batch.filter(pa.array(plain))), _folded_batch(batch.filter(pa.array(~plain))))
        yield from (one for one in folded if one.num_rows)


def _folded_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    objects = [_object_row(key, list(group)) for key, group in groupby(batch.to_pylist(), key=_key)]
    return pa.RecordBatch.from_pylist(objects, schema=OBJECT_SCHEMA)


def _plain_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    keys = [batch[name] for name in r.KEY]
    return pa.RecordBatch.from_arrays([*keys, *plain_states(batch, STATE)], schema=OBJECT_SCHEMA)


def _object_row(key: tuple[str, ...], rows: list[Row]) -> dict[str, Any]:
    base = fold(row for row in rows if row[r.IN_BASE])
    # Nearly all objects are the same on both sides: what was folded once need not be folded again.
    same = all(row[r.IN_BASE] and row[r.IN_HEAD] for row in rows)
    head = base if same else fold(row for row in rows if row[r.IN_HEAD])
    return dict(zip(r.KEY, key, strict=True)) | {BASE: state_row(base), HEAD: state_row(head)}


def state_row(state: ObjectState | None) -> dict[str, Any] | None:
    """A state as a value of STATE."""
    if state is None:
        return None
    return {
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
        r.STRICT: state.strict,
        r.VOLATILE: state.volatile,
        DUPLICATE: state.duplicate,
        DUPLICATE_OF: state.duplicate_of,
    }
