"""Objects of both sides, brought to the driver as one Arrow table: what the graph is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from checker.diff.frames import CHANGE
from checker.facts.frames import object_value
from checker.snapshot import frames as s
from checker.snapshot import rows as r

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

VALUE, SAME = "value", "same"
_NEEDED = (
    r.KIND, r.PATH, r.LINE, s.DEFINED, s.STRUCTURE, r.CLUSTER, s.INDEX_CLUSTERS, r.LINKS, r.OPTIONS, r.STRICT,
    r.VOLATILE,
)  # fmt: skip


def collect_objects(changed_objects: DataFrame) -> pa.Table:
    """One row per object: its key and value, and both states; only head's where the two are the same."""
    from pyspark.sql import functions as f

    same = f.col(CHANGE).isNull() & f.col(s.HEAD).isNotNull() & f.col(s.BASE).isNotNull()
    return changed_objects.select(
        *r.KEY,
        f.expr(object_value(*r.KEY)).alias(VALUE),
        same.alias(SAME),
        f.when(~same, _needed(s.BASE)).alias(s.BASE),
        _needed(s.HEAD).alias(s.HEAD),
    ).toArrow()


def _needed(side: str) -> Column:
    from pyspark.sql import functions as f

    return f.when(f.col(side).isNotNull(), f.struct(*(f.col(f"{side}.{name}") for name in _NEEDED)))
