"""Objects that a single CREATE makes, nearly all there are: folded by column, without a Python value for each row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from checker.snapshot import rows as r
from checker.snapshot.fold import PLAIN_ACTION, STREAM_TABLE, plain_structure

Mask = npt.NDArray[np.bool_]


def whole_objects(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows that come sorted by key, cut anew so that no object has rows in two batches."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        if not batch.num_rows:
            continue
        last = int(np.flatnonzero(_begins(batch))[-1])
        if held and last == 0 and _same_key(held[0], batch):
            held.append(batch)
            continue
        yield pa.concat_batches([*held, batch.slice(0, last)])
        held = [batch.slice(last)]
    if held:
        yield pa.concat_batches(held)


def plain_objects(batch: pa.RecordBatch) -> Mask:
    """Which rows are all that there is of their object, and say in full what it is."""
    begins = _begins(batch)
    alone = begins & np.append(begins[1:], True)
    created = pc.and_(pc.equal(batch[r.ACTION], PLAIN_ACTION), pc.not_equal(batch[r.KIND], STREAM_TABLE))
    mask: Mask = alone & created.to_numpy(zero_copy_only=False)
    return mask


def plain_states(batch: pa.RecordBatch, state: pa.StructType) -> tuple[pa.Array, pa.Array]:
    """What `fold` gives for each row that `plain_objects` finds, in base and in head: its own columns, or nothing."""
    columns = [
        batch[field.name].cast(field.type) if field.name in batch.schema.names else _constant(field, batch)
        for field in state
    ]
    sides = (pc.invert(batch[side]) for side in (r.IN_BASE, r.IN_HEAD))
    base, head = (pa.StructArray.from_arrays(columns, fields=list(state), mask=absent) for absent in sides)
    return base, head


def _constant(field: pa.Field, batch: pa.RecordBatch) -> pa.Array:
    """The columns that a plain object's state has of its own."""
    size = batch.num_rows
    if field.name == "structure":
        columns = (batch[name].to_pylist() for name in (r.SPACE, r.LABEL, r.VARIANT, r.HASH))
        return pa.array([plain_structure(*values) for values in zip(*columns, strict=True)], pa.string())
    if pa.types.is_boolean(field.type):
        return pa.array(np.ones(size, bool))
    if pa.types.is_string(field.type):
        return pa.array([""] * size, pa.string())
    if pa.types.is_map(field.type):
        return pa.array([[]] * size, field.type)
    return pa.nulls(size, field.type)


def _begins(batch: pa.RecordBatch) -> Mask:
    """Where another object begins."""
    begins = np.ones(batch.num_rows, bool)
    begins[1:] = False
    for name in r.KEY:
        column = batch[name]
        begins[1:] |= pc.not_equal(column[1:], column[:-1]).to_numpy(zero_copy_only=False)
    return begins


def _same_key(one: pa.RecordBatch, other: pa.RecordBatch) -> bool:
    return all(one[name][0] == other[name][0] for name in r.KEY)
