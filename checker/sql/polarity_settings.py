"""ClickHouse's SETTINGS in a query: which of them cannot change its rows, whatever they are set to."""

from __future__ import annotations

from sqlglot import exp

_OPERATORS = {"final": "final", "limit": "limit", "offset": "limit", "join_default_strictness": "any join"}

_HARMLESS = frozenset(
    """compile_aggregate_expressions compile_expressions compile_sort_description
    distributed_aggregation_memory_efficient enable_analyzer enable_filesystem_cache
    enable_multiple_prewhere_read_steps enable_optimize_predicate_expression force_index_by_date force_primary_key
    group_by_two_level_threshold group_by_two_level_threshold_bytes join_algorithm join_use_nulls load_balancing
    local_filesystem_read_method local_filesystem_read_prefetch log_comment log_queries log_query_threads
    log_query_views max_block_size max_bytes_before_external_group_by max_bytes_before_external_sort
    max_bytes_ratio_before_external_group_by max_bytes_ratio_before_external_sort max_bytes_to_read max_columns_to_read
    max_distributed_connections max_execution_time max_final_threads max_insert_block_size max_insert_threads
    max_joined_block_size_rows max_memory_usage max_memory_usage_for_user max_network_bandwidth max_query_size
    max_read_buffer_size max_rows_to_read max_streams_for_merge_tree_reading max_streams_to_max_threads_ratio
    max_temporary_columns max_threads merge_tree_coarse_index_granularity merge_tree_max_rows_to_use_cache
    merge_tree_min_bytes_for_seek merge_tree_min_rows_for_concurrent_read merge_tree_min_rows_for_seek
    min_bytes_to_use_direct_io min_count_to_compile_aggregate_expression min_count_to_compile_expression
    min_insert_block_size_bytes min_insert_block_size_rows move_all_conditions_to_prewhere
    partial_merge_join_rows_in_right_blocks prefer_localhost_replica preferred_block_size_bytes priority
    query_profiler_cpu_time_period_ns query_profiler_real_time_period_ns read_in_order_two_level_merge_threshold
    receive_timeout remote_filesystem_read_method send_logs_level send_timeout temporary_files_codec
    use_index_for_in_with_subqueries use_skip_indexes use_uncompressed_cache workload""".split()
)
"""How much is spent and how it is done. A limit that is passed is an error: only the setting of an overflow mode, which
is not listed, would cut the result instead. join_use_nulls chooses what an outer join fills with, and that is not
monotone either way."""
_HARMLESS_STARTS = ("allow_experimental_", "allow_suspicious_", "optimize_", "query_plan_")
_HARMFUL = frozenset({"optimize_skip_unused_shards"})
"""It leaves rows out that lie on another shard than they should."""


def setting_operator(setting: exp.Expr) -> str:
    """The operator of one setting, and nothing where it is known to be harmless.

    >>> import sqlglot
    >>> select = sqlglot.parse_one("SELECT 1 SETTINGS max_threads = 1, read_overflow_mode = 'break'", read="clickhouse")
    >>> [setting_operator(setting) for setting in select.args["settings"]]
    ['', 'settings']
    """
    name = setting.this.name if isinstance(setting, exp.Binary) else setting.name
    if name in _HARMLESS or (name.startswith(_HARMLESS_STARTS) and name not in _HARMFUL):
        return ""
    return _OPERATORS.get(name, "settings")
