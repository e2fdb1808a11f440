CREATE TABLE IF NOT EXISTS staging.sessions
(
    session_key   UInt64,
    account_id    UInt64,
    device_id     UInt32,
    title_id      UInt64,
    started_at    SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    ended_at      SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    events        SimpleAggregateFunction(sum, UInt64),
    buffering_ms  SimpleAggregateFunction(sum, UInt64),
    bitrate       AggregateFunction(avgWeighted, UInt32, UInt32),
    last_position AggregateFunction(argMax, UInt32, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree
PARTITION BY session_key % 8
ORDER BY (account_id, session_key, device_id, title_id);

CREATE TABLE staging.sessions_backfill AS staging.sessions;
