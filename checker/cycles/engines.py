"""ClickHouse engines that merge rows away: what is written to such a table need not stay there."""

from __future__ import annotations

MERGING = "merging engine"
"""The operator of an edge that brings rows to such an engine."""
_FAMILY = "MergeTree"
_MERGING = frozenset(
    {"Aggregating", "Coalescing", "Collapsing", "Graphite", "Replacing", "Summing", "VersionedCollapsing"}
)


def merges_rows(engine: str) -> bool:
    """
    >>> merges_rows("ReplicatedReplacingMergeTree"), merges_rows("ReplicatedMergeTree")
    (True, False)
    """
    kind = engine.removeprefix("Replicated").removeprefix("Shared").removesuffix(_FAMILY)
    return engine.endswith(_FAMILY) and kind in _MERGING
