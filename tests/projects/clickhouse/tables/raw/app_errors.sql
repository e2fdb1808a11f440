/* SDK crash reports. The collector inserts into the Null table,
   app_errors_mv (pipelines/errors.sql) keeps a trimmed copy. */
CREATE TABLE raw.app_errors_in
(
    ts      DateTime64(3),
    payload String
)
ENGINE = Null;

CREATE TABLE raw.app_errors
(
    ts          DateTime64(3),
    platform    LowCardinality(String),
    app_version LowCardinality(String),
    error_class String,
    message     String,
    stack_hash  UInt64,
    account_id  UInt64,
    INDEX ix_message message TYPE ngrambf_v1(3, 8192, 2, 7) GRANULARITY 1
)
ENGINE = MergeTree
ORDER BY (platform, error_class, ts)
TTL toDateTime(ts) + INTERVAL 14 DAY;
