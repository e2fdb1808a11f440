CREATE TABLE staging.ad_impressions
(
    event_time  DateTime,
    campaign_id UInt32,
    creative_id UInt32,
    account_id  UInt64,
    title_id    UInt64,
    price_eur   Decimal(18, 6),
    country     FixedString(2)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(event_time)
ORDER BY (campaign_id, event_time)
SAMPLE BY campaign_id
SETTINGS index_granularity = 4096;

CREATE TABLE staging.ad_clicks AS staging.ad_impressions
ENGINE = MergeTree
PARTITION BY toYYYYMM(event_time)
ORDER BY (campaign_id, account_id, event_time);
