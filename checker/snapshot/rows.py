"""The rows of a snapshot: one per statement and object it concerns, as Arrow tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa

from checker.snapshot.resolve import Key, Link, Resolved
from checker.sql.statement import Operator

PATH, ORDINAL, LINE, END_LINE = "path", "ordinal", "line", "end_line"
SPACE, DATABASE, SCHEMA, NAME = "space", "database", "schema", "name"
KIND, TARGET_KIND, ACTION, LABEL, HASH = "kind", "target_kind", "action", "label", "hash"
CLUSTER, LINKS, OPTIONS, TEXT = "cluster", "links", "options", "text"
REPLACES, IF_NOT_EXISTS, VARIANT = "replaces", "if_not_exists", "variant"
OPERATOR, OPERATOR_LINE, OPERATOR_TEXT, COMPUTES = "operator", "operator_line", "operator_text", "computes"
IN_BASE, IN_HEAD = "in_base", "in_head"
STRICT, VOLATILE = "strict", "volatile"

KEY = (SPACE, DATABASE, SCHEMA, NAME)

_LINK = pa.struct(
    [
        pa.field("role", pa.string(), nullable=False),
        pa.field(SPACE, pa.string(), nullable=False),
        pa.field(DATABASE, pa.string(), nullable=False),
        pa.field(SCHEMA, pa.string(), nullable=False),
        pa.field(NAME, pa.string(), nullable=False),
        pa.field(LINE, pa.int32(), nullable=False),
        pa.field(OPERATOR, pa.string(), nullable=False),
        pa.field(OPERATOR_LINE, pa.int32(), nullable=False),
        pa.field(OPERATOR_TEXT, pa.string(), nullable=False),
        pa.field(COMPUTES, pa.bool_(), nullable=False),
    ]
)
STRICT_TYPE = pa.struct([pa.field(OPERATOR, pa.string()), pa.field(LINE, pa.int32()), pa.field(TEXT, pa.string())])
"""The first operator of a query that is not monotone; null where there is none."""

STATEMENT_SCHEMA = pa.schema(
    [
        pa.field(IN_BASE, pa.bool_(), nullable=False),
        pa.field(IN_HEAD, pa.bool_(), nullable=False),
        pa.field(PATH, pa.string(), nullable=False),
        pa.field(ORDINAL, pa.int32(), nullable=False),
        pa.field(LINE, pa.int32(), nullable=False),
        pa.field(END_LINE, pa.int32(), nullable=False),
        pa.field(KIND, pa.string(), nullable=False),
        pa.field(TARGET_KIND, pa.string(), nullable=False),
        pa.field(ACTION, pa.string(), nullable=False),
        pa.field(SPACE, pa.string(), nullable=False),
        pa.field(DATABASE, pa.string(), nullable=False),
        pa.field(SCHEMA, pa.string(), nullable=False),
        pa.field(NAME, pa.string(), nullable=False),
        pa.field(LABEL, pa.string(), nullable=False),
        pa.field(HASH, pa.string(), nullable=False),
        pa.field(CLUSTER, pa.string(), nullable=False),
        pa.field(LINKS, pa.list_(_LINK), nullable=False),
        pa.field(OPTIONS, pa.map_(pa.string(), pa.string()), nullable=False),
        pa.field(REPLACES, pa.bool_(), nullable=False),
        pa.field(IF_NOT_EXISTS, pa.bool_(), nullable=False),
        pa.field(VARIANT, pa.string(), nullable=False),
        pa.field(STRICT, STRICT_TYPE),
        pa.field(VOLATILE, pa.list_(pa.string()), nullable=False),
        pa.field(TEXT, pa.string(), nullable=False),
    ]
)
"""Every statement of one or two commits, in file order within a path."""


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A resolved statement at its place, on one side or both."""

    resolved: Resolved
    path: str
    ordinal: int
    in_base: bool = True
    in_head: bool = True
    variant: str = ""

    @property
    def key(self) -> Key:
        return self.resolved.key

    @property
    def links(self) -> tuple[Link, ...]:
        return self.resolved.links


_PER_BATCH = 10_000


def statement_table(rows: Iterable[StatementRow]) -> pa.Table:
    """Rows as one Arrow table; the Python objects of a batch are gone before the next is made."""
    batches = list(_batches(rows)) or [pa.RecordBatch.from_pylist([], STATEMENT_SCHEMA)]  # Spark wants one
    return pa.Table.from_batches(batches, schema=STATEMENT_SCHEMA)


def _batches(rows: Iterable[StatementRow]) -> Iterator[pa.RecordBatch]:
    batch: list[StatementRow] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _PER_BATCH:
            yield _record_batch(batch)
            batch = []
    if batch:
        yield _record_batch(batch)


def _record_batch(rows: list[StatementRow]) -> pa.RecordBatch:
    columns = list(zip(*(statement_values(row) for row in rows), strict=True))
    arrays = [pa.array(column, field.type) for column, field in zip(columns, STATEMENT_SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=STATEMENT_SCHEMA)


def statement_values(row: StatementRow) -> tuple[object, ...]:
    """One value per field of STATEMENT_SCHEMA."""
    statement, key = row.resolved.statement, row.key
    return (
        row.in_base, row.in_head, printable(row.path), row.ordinal, statement.line, statement.end_line, statement.kind,
        statement.target_kind, str(statement.action), key.space, *key.name, statement.label, row.resolved.hash,
        statement.cluster, list(map(_link_row, row.links)), sorted(row.resolved.options.items()), statement.replaces,
        statement.if_not_exists, row.variant, _strict_row(statement.strict), sorted(set(statement.volatile)),
        statement.text,
    )  # fmt: skip


def _link_row(link: Link) -> dict[str, object]:
    return {
        "role": link.role, SPACE: link.space, DATABASE: link.name.database, SCHEMA: link.name.schema,
        NAME: link.name.name, LINE: link.line, OPERATOR: link.operator, OPERATOR_LINE: link.operator_line,
        OPERATOR_TEXT: link.operator_text, COMPUTES: link.computes,
    }  # fmt: skip


def _strict_row(strict: Operator | None) -> dict[str, object] | None:
    return {OPERATOR: strict.operator, LINE: strict.line, TEXT: strict.text} if strict else None


def printable(path: str) -> str:
    """A path as text: bytes that are not UTF-8 show as git shows them, in octal."""
    return "".join(
        f"\\{ord(character) - 0xDC00:03o}" if 0xDC80 <= ord(character) <= 0xDCFF else character for character in path
    )
