CREATE TABLE raw.billing_queue ON CLUSTER '{cluster}'
(
    account_id UInt64, plan_id UInt16, status String, amount_cents Int64, currency String,
    valid_from DateTime, lsn UInt64, op Enum8('c' = 1, 'u' = 2, 'd' = 3)
)
ENGINE = Kafka('kafka-1.internal:9092', 'billing.subscriptions', 'ch-billing', 'JSONEachRow')
SETTINGS kafka_max_block_size = 65536, kafka_skip_broken_messages = 10;

CREATE MATERIALIZED VIEW raw.billing_cdc_mv ON CLUSTER '{cluster}' TO raw.billing_cdc AS
SELECT account_id, plan_id, status, amount_cents, toFixedString(currency, 3) AS currency, valid_from, lsn,
       op = 'd' AS is_deleted
FROM raw.billing_queue;

-- one +1 row per start, the matching -1 row when a subscription ends
CREATE MATERIALIZED VIEW staging.subscriptions_mv TO staging.subscriptions AS
SELECT account_id, plan_id, valid_from, amount_cents AS mrr_cents,
       if(status IN ('active', 'trial'), 1, -1)::Int8 AS sign,
       lsn AS version
FROM raw.billing_cdc;

CREATE MATERIALIZED VIEW marts.revenue_monthly_rmv
REFRESH EVERY 1 DAY OFFSET 1 HOUR
APPEND TO marts.revenue_monthly
AS SELECT
    toStartOfMonth(s.valid_from) AS month,
    s.plan_id,
    toFixedString(dictGet('ref.plan_price_dict', 'currency', toUInt64(s.plan_id), toDate(s.valid_from)), 3) AS currency,
    sum(centsToUnits(s.mrr_cents) * s.sign) AS mrr_eur,
    uniqExact(s.account_id) AS accounts
FROM staging.subscriptions AS s FINAL
GROUP BY month, s.plan_id, currency;
