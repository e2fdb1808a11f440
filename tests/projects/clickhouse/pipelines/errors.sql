CREATE MATERIALIZED VIEW raw.app_errors_mv TO raw.app_errors
DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS
WITH
    JSONExtractString(payload, 'stack') AS stack,
    JSONExtract(payload, 'ctx', 'Tuple(platform String, version String, account UInt64)') AS ctx
SELECT
    ts,
    ctx.platform AS platform,
    ctx.version AS app_version,
    JSONExtractString(payload, 'class') AS error_class,
    substring(JSONExtractString(payload, 'message'), 1, 500) AS message,
    sipHash64(stack) AS stack_hash,
    ctx.account AS account_id
FROM raw.app_errors_in;

-- inner table: small enough, nobody joins it
CREATE MATERIALIZED VIEW ops.error_rates
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(minute)
ORDER BY (platform, app_version, minute)
POPULATE
AS SELECT
    toStartOfMinute(ts) AS minute, platform, app_version,
    countState() AS errors,
    uniqState(stack_hash) AS distinct_stacks
FROM raw.app_errors
GROUP BY minute, platform, app_version;

CREATE MATERIALIZED VIEW ops.rtt_by_version
(
    `app_version` LowCardinality(String),
    `hour` DateTime,
    `rtt` AggregateFunction(quantiles(0.5, 0.99), UInt16)
)
ENGINE = AggregatingMergeTree ORDER BY (app_version, hour)
AS SELECT app_version, toStartOfHour(ts) AS hour, quantilesState(0.5, 0.99)(rtt_ms) AS rtt
FROM raw.heartbeats
GROUP BY app_version, hour;
