CREATE VIEW marts.device_quality AS
SELECT hour, family, bucket,
       sum(samples) AS n,
       quantilesTimingMerge(0.5, 0.9, 0.99)(rate_hist) AS rate_quantiles,
       sum(buffering_sum) / n AS buffering_ms_per_sample
FROM marts.device_quality_hourly
GROUP BY hour, family, bucket;

CREATE VIEW marts.billing_eur AS
SELECT b.account_id, b.plan_id, b.valid_from, centsToUnits(b.amount_cents) * toFloat64(fx.eur_rate) AS amount_eur
FROM (SELECT * FROM raw.billing_cdc FINAL WHERE status != 'void') AS b
ASOF INNER JOIN ref.fx_rates AS fx ON fx.currency = b.currency AND fx.valid_from <= b.valid_from;

CREATE VIEW marts.campaign_ctr AS
SELECT campaign_id, i.n AS impressions, c.n AS clicks, safeDiv(c.n, i.n) AS ctr
FROM (SELECT campaign_id, count() AS n FROM staging.ad_impressions GROUP BY campaign_id) AS i
ANY LEFT JOIN (SELECT campaign_id, count() AS n FROM staging.ad_clicks GROUP BY campaign_id) AS c USING (campaign_id)
SETTINGS join_use_nulls = 0;
