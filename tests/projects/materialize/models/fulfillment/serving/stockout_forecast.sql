-- Naive on purpose: 14 day average outflow against what is on the shelf.
CREATE MATERIALIZED VIEW stockout_forecast IN CLUSTER fulfillment_compute AS
WITH outflow AS (
    SELECT warehouse_id, sku, -sum(delta) / 14.0 AS units_per_day
    FROM landing.inventory_moves
    WHERE reason = 'pick'
      AND mz_now() <= moved_at + INTERVAL '14 days'
    GROUP BY warehouse_id, sku
)
SELECT i.warehouse_id, i.sku, i.on_hand, o.units_per_day,
       i.on_hand / nullif(o.units_per_day, 0) AS days_left
FROM logic.inventory_on_hand AS i
JOIN outflow AS o USING (warehouse_id, sku);
