CREATE TABLE marts.device_quality_hourly
(
    hour          DateTime,
    family        LowCardinality(String),
    bucket        LowCardinality(String),
    samples       SimpleAggregateFunction(sum, UInt64),
    buffering_sum SimpleAggregateFunction(sum, UInt64),
    rate_hist     AggregateFunction(quantilesTiming(0.5, 0.9, 0.99), UInt32)
) ENGINE = AggregatingMergeTree ORDER BY (family, bucket, hour) TTL hour + INTERVAL 13 MONTH;

CREATE TABLE marts.ad_yield_hourly
(
    hour        DateTime,
    campaign_id UInt32,
    impressions UInt64,
    revenue_eur Decimal(38, 6)
) ENGINE = SummingMergeTree ORDER BY (campaign_id, hour);

CREATE TABLE marts.revenue_monthly
(
    month     Date,
    plan_id   UInt16,
    currency  FixedString(3),
    mrr_eur   Float64,
    accounts  UInt64,
    loaded_at DateTime DEFAULT now()
) ENGINE = ReplacingMergeTree(loaded_at) ORDER BY (month, plan_id, currency);

CREATE TABLE marts.retention_cohorts (cohort_week Date, week_no UInt16, accounts UInt64)
ENGINE = MergeTree ORDER BY (cohort_week, week_no);

CREATE TABLE marts.cdn_cost_daily
(
    day Date, pop LowCardinality(String), terabytes Float64, cost_eur Float64
) ENGINE = ReplacingMergeTree ORDER BY (day, pop);
