CREATE TABLE raw.ad_queue
(
    event_id UUID, event_time DateTime64(3, 'UTC'), event_type String,
    account_id UInt64, campaign_id UInt32, creative_id UInt32, title_id UInt64,
    price_micros UInt64, currency String
)
ENGINE = Kafka(kafka_main, kafka_topic_list = 'ads.events', kafka_num_consumers = 2);

CREATE MATERIALIZED VIEW raw.ad_events_mv TO raw.ad_events
AS SELECT event_id, event_time, event_type, account_id, campaign_id, creative_id, title_id, price_micros, toFixedString(currency, 3) AS currency
   FROM raw.ad_queue
   WHERE account_id NOT IN ref.blocked_accounts;

-- price in EUR at the rate valid when the ad was shown
CREATE MATERIALIZED VIEW staging.ad_impressions_mv TO staging.ad_impressions AS
SELECT
    toDateTime(a.event_time) AS event_time,
    a.campaign_id,
    a.creative_id,
    a.account_id,
    a.title_id,
    toDecimal64(a.price_micros / 1000000 * toFloat64(fx.eur_rate), 6) AS price_eur,
    toFixedString(dictGetString('ref.account_segment_dict', 'segment', a.account_id) = 'vip' ? 'VV' : 'ZZ', 2) AS country
FROM raw.ad_events AS a
ASOF LEFT JOIN ref.fx_rates AS fx
    ON a.currency = fx.currency AND toDateTime(a.event_time) >= fx.valid_from
WHERE a.event_type = 'impression';

CREATE MATERIALIZED VIEW staging.ad_clicks_mv TO staging.ad_clicks
    (event_time DateTime, campaign_id UInt32, creative_id UInt32, account_id UInt64, title_id UInt64)
AS SELECT toDateTime(event_time) AS event_time, campaign_id, creative_id, account_id, title_id
FROM raw.ad_events
WHERE event_type = 'click' AND joinGet('ref.account_flags', 'is_employee', account_id) = 0;

CREATE MATERIALIZED VIEW marts.ad_yield_mv TO marts.ad_yield_hourly AS
SELECT toStartOfHour(event_time) AS hour, campaign_id, count() AS impressions, sum(price_eur) AS revenue_eur
FROM staging.ad_impressions
GROUP BY hour, campaign_id;
