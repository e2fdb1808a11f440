CREATE VIEW ops.slow_queries AS
SELECT event_time, user, query_duration_ms, formatReadableSize(read_bytes) AS read, substring(query, 1, 200) AS query_head
FROM system.query_log
WHERE type = 'QueryFinish' AND query_duration_ms > 10000 AND is_initial_query;

CREATE VIEW ops.table_sizes AS
SELECT database, table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, uniqExact(partition) AS partitions
FROM system.parts
WHERE active AND database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema')
GROUP BY database, table;

CREATE VIEW ops.error_rates_v AS
SELECT minute, platform, app_version, countMerge(errors) AS errors, uniqMerge(distinct_stacks) AS stacks
FROM ops.error_rates
GROUP BY minute, platform, app_version;

CREATE VIEW ops.events_per_minute AS
SELECT toStartOfMinute(event_time) AS minute, _table AS source_table, count() AS events
FROM ops.any_event
WHERE event_time > now() - INTERVAL 1 DAY
GROUP BY minute, source_table;

CREATE VIEW ops.shard_balance AS
SELECT _shard_num AS shard, count() AS events
FROM ops.playback_events_all
WHERE event_time > now() - INTERVAL 1 HOUR
GROUP BY shard;
