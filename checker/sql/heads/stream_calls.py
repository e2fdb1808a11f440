"""The functions of pg_trickle that declare, alter and drop stream tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from checker.sql.statement import Action

_CREATE = (
    "name", "query", "schedule", "refresh_mode", "initialize", "diamond_consistency", "diamond_schedule_policy",
    "cdc_mode", "append_only", "pooler_compatibility_mode", "partition_by", "max_differential_joins",
    "max_delta_fraction", "output_distribution_column", "temporal", "storage_backend", "sink",
    "ducklake_sink_path", "ducklake_sink_table_id",
)  # fmt: skip
_ALTER = (
    "name", "query", "schedule", "refresh_mode", "status", "diamond_consistency", "diamond_schedule_policy",
    "cdc_mode", "append_only", "pooler_compatibility_mode", "tier", "fuse", "fuse_ceiling", "fuse_sensitivity",
    "partition_by", "max_differential_joins", "max_delta_fraction", "post_refresh_action",
    "reindex_drift_threshold", "sink",
)  # fmt: skip
_APPEND = (
    "name", "query", "schedule", "cdc_mode", "partition_by", "max_differential_joins", "max_delta_fraction",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """One of pg_trickle's functions: its parameters in order, and what a call of it does."""

    parameters: tuple[str, ...]
    action: Action
    replaces: bool = False
    if_not_exists: bool = False
    presets: dict[str, str] = field(default_factory=dict)


CALLS = {
    "create_stream_table": Call(_CREATE, Action.CREATE),
    "create_stream_table_if_not_exists": Call(_CREATE, Action.CREATE, if_not_exists=True),
    "create_or_replace_stream_table": Call(_CREATE, Action.CREATE, replaces=True),
    "create_stream_table_realtime": Call(
        ("name", "query"), Action.CREATE, presets={"schedule": "1s", "refresh_mode": "DIFFERENTIAL"}
    ),
    "create_stream_table_batch": Call(
        ("name", "query"), Action.CREATE, presets={"schedule": "5m", "refresh_mode": "AUTO"}
    ),
    "create_stream_table_cost_optimized": Call(
        ("name", "query"), Action.CREATE, presets={"schedule": "15m", "refresh_mode": "AUTO"}
    ),
    "create_stream_table_fast_append_only": Call(_APPEND, Action.CREATE, presets={"append_only": "true"}),
    "alter_stream_table": Call(_ALTER, Action.ALTER),
    "drop_stream_table": Call(("name", "cascade"), Action.DROP),
    "bulk_create": Call(("definitions",), Action.CREATE),
    "bulk_alter_stream_tables": Call(("names", "changes"), Action.ALTER),
    "bulk_drop_stream_tables": Call(("names",), Action.DROP),
    "exec_stream_ddl": Call(("ddl",), Action.CREATE),
}
