CREATE TABLE raw.heartbeats
(
    ts          DateTime,
    account_id  UInt64,
    device_id   UInt32,
    title_id    UInt64,
    app_version LowCardinality(String),
    rtt_ms      UInt16
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(ts)
ORDER BY (device_id, ts)
TTL ts + toIntervalDay(3);

-- The players write here; flushes to the real table in the background.
CREATE TABLE raw.heartbeats_buffer AS raw.heartbeats
ENGINE = Buffer('raw', 'heartbeats', 16, 5, 30, 10000, 1000000, 10000000, 100000000);
