"""Tables of any shape as rows of one: Spark carries them from the task, and need not look into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

PAGE_SCHEMA = pa.schema(
    [
        pa.field("what", pa.string(), nullable=False),
        pa.field("title", pa.string(), nullable=False),
        pa.field("data", pa.binary(), nullable=False),
    ]
)
"""What a table holds, of what (a relation, say), and some of its rows as an Arrow stream."""
_ROWS_PER_PAGE = 50_000

Titled = tuple[str, str, pa.Table]


def write_pages(tables: Iterable[Titled]) -> Iterator[pa.RecordBatch]:
    """Every table in one page or more."""
    for what, title, table in tables:
        for first in range(0, max(table.num_rows, 1), _ROWS_PER_PAGE):
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, table.schema) as stream:
                stream.write_table(table.slice(first, _ROWS_PER_PAGE))
            yield pa.RecordBatch.from_arrays([[what], [title], [sink.getvalue().to_pybytes()]], schema=PAGE_SCHEMA)


def read_pages(pages: pa.Table) -> Iterator[Titled]:
    """The tables that pages hold, in their order."""
    pieces: dict[tuple[str, str], list[pa.Table]] = {}
    for what, title, data in zip(*(pages[name] for name in PAGE_SCHEMA.names), strict=True):
        with pa.ipc.open_stream(data.as_buffer()) as stream:
            pieces.setdefault((what.as_py(), title.as_py()), []).append(stream.read_all())
    for (what, title), tables in pieces.items():
        yield what, title, pa.concat_tables(tables)
