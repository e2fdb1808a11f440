CREATE MATERIALIZED VIEW stock_v1 IN CLUSTER fulfillment_compute AS
SELECT i.sku, w.country_code, sum(i.on_hand) AS available
FROM logic.inventory_on_hand AS i JOIN landing.warehouses AS w ON w.id = i.warehouse_id
GROUP BY i.sku, w.country_code;
GRANT SELECT ON TABLE stock_v1 TO storefront_api;
