create table staging.cdn_errors
(
    minute     DateTime,
    pop        LowCardinality(String),
    status     UInt16,
    title_id   UInt64,
    requests   UInt64,
    bytes_sent UInt64
)
engine = SummingMergeTree((requests, bytes_sent))
order by (minute, pop, status, title_id)
ttl minute + interval 60 day;
