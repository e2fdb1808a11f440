"""What no ALTER of ClickHouse can change: engines, keys and what they are made of."""

from __future__ import annotations

from checker.plan.tables.phrase import Phrase
from checker.plan.tables.shape import TableShape
from checker.plan.tables.write.clickhouse_columns import ColumnChange
from checker.plan.tables.write.common import differing
from checker.plan.tables.write.key_items import key_items

_KEYS = ("ORDER BY", "PRIMARY KEY", "PARTITION BY", "SAMPLE BY", "ENGINE")
_ALTERABLE = frozenset({"TTL", "COMMENT", "ORDER BY", "PRIMARY KEY", "ENGINE"})
_COLUMN_ENGINES = frozenset({"null", "buffer", "merge", "distributed"})
"""Engines besides MergeTree's and Memory whose columns can be altered, but not renamed."""
_READ_ONLY = frozenset(
    """index_granularity index_granularity_bytes enable_mixed_granularity_parts share_nested_offsets table_disk
    allow_tuple_element_aggregation add_minmax_index_for_numeric_columns add_minmax_index_for_string_columns
    add_minmax_index_for_temporal_columns add_minmax_index_for_block_number_column
    add_minmax_index_for_block_offset_column""".split()
)
"""Settings that a MergeTree table keeps for its life."""


def engine_name(shape: TableShape) -> str:
    parts = shape.clauses.get("ENGINE", Phrase()).parts
    return parts[0].strip('"').lower() if parts else "mergetree"


def unalterable(base: TableShape, head: TableShape, change: ColumnChange, renamed: list[str]) -> str:
    """Why the table must be made anew; empty where it need not."""
    clauses = [key for key in differing(base.clauses.items(), head.clauses.items()) if key not in _ALTERABLE]
    if _engine(base) != _engine(head):
        clauses.append("ENGINE")
    if key_items(base.clauses.get("ORDER BY")) != key_items(head.clauses.get("ORDER BY")) and not change.appended:
        clauses.append("ORDER BY")
    elif _primary_key(base) != _primary_key(head) and not (change.appended and "PRIMARY KEY" not in head.clauses):
        clauses.append("PRIMARY KEY")
    if base.elements != head.elements:
        clauses.append("the list of columns")
    if any(not one.name for one in (*base.constraints, *head.constraints)):
        clauses.append("a constraint without a name")
    settings = differing(base.settings.items(), head.settings.items())
    merge_tree = engine_name(base).endswith("mergetree")
    clauses += [f"SETTINGS {key}" for key in settings if key in _READ_ONLY or not merge_tree]
    if clauses:
        return f"changes {', '.join(sorted(set(clauses)))}, which ClickHouse cannot alter"
    return _unalterable_columns(base, head, change, renamed)


def _engine(shape: TableShape) -> list[str]:
    """`MergeTree` and `MergeTree()` are one."""
    parts = shape.clauses.get("ENGINE", Phrase("MergeTree")).parts
    return parts[:-2] if parts[-2:] == ["(", ")"] else parts


def _primary_key(shape: TableShape) -> tuple[str, ...]:
    return key_items(shape.clauses.get("PRIMARY KEY") or shape.clauses.get("ORDER BY"))


def _unalterable_columns(base: TableShape, head: TableShape, change: ColumnChange, renamed: list[str]) -> str:
    in_keys = frozenset().union(*(base.clauses.get(key, Phrase()).names for key in _KEYS))
    new_names = {name for name, column in head.columns.items() if not set(renamed).isdisjoint(column.was)}
    moved = sorted(in_keys.intersection((*change.retyped, *change.dropped, *new_names)))
    if moved:
        return f"changes {', '.join(moved)}, of which a key of the table is made"
    engine = engine_name(base)
    touched = change.added or change.dropped or change.modified or change.moved or renamed
    able = engine.endswith("mergetree") or engine == "memory" or (engine in _COLUMN_ENGINES and not renamed)
    if touched and not able:
        said = base.clauses.get("ENGINE", Phrase()).text
        return f"changes columns of a table with the engine {said}, which cannot be altered"
    if change.unalterable:
        return f"changes {', '.join(change.unalterable)} in a way that MODIFY COLUMN does not know"
    depended = sorted(frozenset(change.recreated) & _depended(base, change))
    return f"changes whether {', '.join(depended)} is stored, while others are computed from it" if depended else ""


def _depended(base: TableShape, change: ColumnChange) -> frozenset[str]:
    """Columns that cannot be dropped, for others are computed from them."""
    users = (column.mentions - {name} for name, column in base.columns.items() if name not in change.dropped)
    return base.clauses.get("TTL", Phrase()).names.union(*users)
