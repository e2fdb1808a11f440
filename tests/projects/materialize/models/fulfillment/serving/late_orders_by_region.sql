CREATE MATERIALIZED VIEW late_orders_by_region IN CLUSTER fulfillment_compute AS
SELECT o.region, d.service_level, count(*) AS late_orders, sum(o.goods_eur) AS value_at_risk
FROM logic.shipment_delays AS d
JOIN commerce.prep.orders_enriched AS o ON o.order_id = d.order_id
GROUP BY o.region, d.service_level;
