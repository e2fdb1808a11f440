CREATE TABLE marts.title_daily
(
    day           Date,
    title_id      UInt64,
    country       FixedString(2),
    plays         UInt64,
    minutes       Float64,
    buffering_ms  UInt64
)
ENGINE = SummingMergeTree
PARTITION BY toYear(day)
ORDER BY (title_id, day, country);

CREATE TABLE marts.title_daily_uniques
(
    day       Date,
    title_id  UInt64,
    accounts  AggregateFunction(uniqCombined64, UInt64),
    p95_rate  AggregateFunction(quantileTDigest(0.95), UInt32)
)
ENGINE = AggregatingMergeTree
ORDER BY (title_id, day);

CREATE TABLE marts.top_titles
(
    computed_at DateTime,
    country     FixedString(2),
    rank        UInt8,
    title_id    UInt64,
    title_name  String,
    plays       UInt64
)
ENGINE = MergeTree
ORDER BY (country, rank);
