CREATE TABLE ops.pipeline_lag
(
    checked_at DateTime,
    pipeline   LowCardinality(String),
    lag_s      Int64
)
ENGINE = MergeTree ORDER BY (pipeline, checked_at) TTL checked_at + INTERVAL 30 DAY;

CREATE TABLE ops.alerts
(
    raised_at DateTime,
    rule      LowCardinality(String),
    subject   String,
    value     Float64
)
ENGINE = MergeTree ORDER BY (rule, raised_at);

CREATE TABLE ops.query_log_archive
(
    event_date   Date,
    query_hash   UInt64,
    user         LowCardinality(String),
    runs         UInt64,
    read_bytes   UInt64,
    max_duration UInt64
)
ENGINE = SummingMergeTree ORDER BY (event_date, user, query_hash);

-- every table in raw whose name ends in _events; a new one joins automatically
CREATE TABLE ops.any_event
(
    event_id   UUID,
    event_time DateTime64(3, 'UTC'),
    account_id UInt64,
    title_id   UInt64
)
ENGINE = Merge('raw', '_events$');
