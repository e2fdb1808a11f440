create table if not exists raw.cdn_logs
(
    ts            DateTime,
    pop           LowCardinality(String),
    client_ip     IPv4,
    uri           String CODEC(ZSTD(3)),
    status        UInt16,
    bytes_sent    UInt64,
    ttfb_ms       UInt32,
    cache_status  LowCardinality(String),
    title_id      UInt64 materialized toUInt64OrZero(extract(uri, '/t/(\\d+)/')),
    is_error      UInt8 alias status >= 500,
    index ix_uri uri type tokenbf_v1(10240, 3, 0) granularity 2,
    index ix_status status type set(32) granularity 4
)
engine = MergeTree
partition by toMonday(ts)
order by (pop, ts)
ttl ts + interval 30 day, ts + interval 7 day recompress codec(ZSTD(9))
settings storage_policy = 'default', min_bytes_for_wide_part = 10485760;
