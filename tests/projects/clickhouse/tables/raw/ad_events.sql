CREATE TABLE raw.ad_events (
  event_id     UUID,
  event_time   DateTime64(3, 'UTC'),
  event_type   Enum8('impression' = 1, 'click' = 2, 'complete' = 3, 'skip' = 4),
  account_id   UInt64,
  campaign_id  UInt32,
  creative_id  UInt32,
  title_id     UInt64,
  price_micros UInt64,
  currency     LowCardinality(FixedString(3)),
  ingested_at  DateTime DEFAULT now()
) ENGINE = ReplacingMergeTree(ingested_at)
PARTITION BY toYYYYMM(event_time)
PRIMARY KEY (campaign_id, event_time)
ORDER BY (campaign_id, event_time, event_id);
