CREATE MATERIALIZED VIEW revenue_daily
IN CLUSTER transform
WITH (ASSERT NOT NULL = day, ASSERT NOT NULL = region)
AS
SELECT
    date_trunc('day', o.placed_at)      AS day,
    coalesce(o.region, 'other')         AS region,
    count(*)                            AS orders,
    count(DISTINCT o.customer_id)       AS buyers,
    sum(o.goods_eur)                    AS revenue_eur,
    avg(o.goods_eur)                    AS basket_eur
FROM prep.orders_enriched AS o
WHERE o.status NOT IN ('new', 'cancelled')
GROUP BY 1, 2;

CREATE INDEX revenue_daily_day IN CLUSTER serving ON revenue_daily (day);

GRANT SELECT ON revenue_daily TO dashboards;
COMMENT ON MATERIALIZED VIEW revenue_daily IS 'UTC days. Refunds are NOT subtracted, see refund_ratio.';
COMMENT ON COLUMN revenue_daily.basket_eur IS 'mean of goods value per order';
