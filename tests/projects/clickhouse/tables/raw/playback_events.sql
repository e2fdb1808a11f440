CREATE TABLE IF NOT EXISTS raw.playback_events
(
    `event_id`     UUID,
    `event_time`   DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    `event_type`   LowCardinality(String),
    `account_id`   UInt64,
    `profile_id`   UInt64,
    `title_id`     UInt64,
    `device_id`    UInt32,
    `country`      FixedString(2),
    `position_ms`  UInt32 CODEC(T64, LZ4),
    `bitrate_kbps` UInt32 CODEC(T64, LZ4),
    `buffering_ms` UInt32 DEFAULT 0,
    `ip`           IPv4,
    `experiments`  Array(LowCardinality(String)),
    `props`        Map(LowCardinality(String), String),
    `ingested_at`  DateTime DEFAULT now(),
    INDEX ix_event_id event_id TYPE bloom_filter(0.01) GRANULARITY 4,
    INDEX ix_account account_id TYPE minmax GRANULARITY 1,
    PROJECTION by_title
    (
        SELECT title_id, toDate(event_time), count(), sum(buffering_ms)
        GROUP BY title_id, toDate(event_time)
    )
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(event_time)
ORDER BY (event_type, title_id, event_time)
TTL toDateTime(event_time) + INTERVAL 90 DAY DELETE
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1;
