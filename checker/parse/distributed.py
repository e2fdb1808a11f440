"""Parse many files on Spark's Python workers, each of which watches a parsing process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from checker.parse.child import Task
from checker.parse.pool import Parsed, Source, parse_all

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

BLOB, TEXT, PAYLOAD, LASTING = "blob", "text", "payload", "lasting"
SOURCE_SCHEMA = pa.schema([pa.field(BLOB, pa.string(), nullable=False), pa.field(TEXT, pa.string(), nullable=False)])
PARSED_SCHEMA = pa.schema(
    [
        pa.field(BLOB, pa.string(), nullable=False),
        pa.field(PAYLOAD, pa.binary(), nullable=False),
        pa.field(LASTING, pa.bool_(), nullable=False),
    ]
)
_PER_JOB = 20_000  # files; what the driver holds at a time does not grow with the repository
_PER_BATCH = 256


def parse_on_spark(spark: SparkSession, sources: Iterable[Source], task: Task, *, seconds: float) -> Iterator[Parsed]:
    """As `parse_all`, on as many workers as the session has."""
    some: list[Source] = []
    for source in sources:
        some.append(source)
        if len(some) == _PER_JOB:
            yield from _parse_job(spark, some, task, seconds)
            some = []
    if some:
        yield from _parse_job(spark, some, task, seconds)


def _parse_job(spark: SparkSession, sources: list[Source], task: Task, seconds: float) -> Iterator[Parsed]:
    from pyspark.sql.pandas.types import from_arrow_schema

    table = pa.table([[one.blob for one in sources], [one.text for one in sources]], schema=SOURCE_SCHEMA)
    files = spark.createDataFrame(table).repartition(spark_cores(spark), BLOB)
    parsed = files.mapInArrow(parser_of_batches(task, seconds), from_arrow_schema(PARSED_SCHEMA)).toArrow()
    for row in parsed.to_pylist():
        yield Parsed(row[BLOB], row[PAYLOAD], row[LASTING])


def spark_cores(spark: SparkSession) -> int:
    """How many tasks the session is set to run side by side."""
    return int(str(spark.conf.get("spark.sql.shuffle.partitions")))


def parser_of_batches(task: Task, seconds: float) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """The function that runs in a worker."""

    def parse_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        sources = (Source(row[BLOB], row[TEXT]) for batch in batches for row in batch.to_pylist())
        done: list[Parsed] = []
        for parsed in parse_all(sources, task, processes=1, seconds=seconds):
            done.append(parsed)
            if len(done) == _PER_BATCH:
                yield _parsed_batch(done)
                done = []
        yield _parsed_batch(done)

    return parse_batches


def _parsed_batch(done: list[Parsed]) -> pa.RecordBatch:
    columns = [[one.blob for one in done], [one.payload for one in done], [one.lasting for one in done]]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, PARSED_SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=PARSED_SCHEMA)
