CREATE MATERIALIZED VIEW order_status IN CLUSTER transform AS
SELECT o.order_id, o.customer_id, o.status, o.placed_at, o.goods_eur,
       s.shipment_id, s.last_event, s.last_event_at
FROM commerce.prep.orders_enriched AS o
LEFT JOIN fulfillment.logic.order_shipments AS s ON s.order_id = o.order_id
WHERE mz_now() <= o.updated_at + INTERVAL '90 days';

CREATE INDEX api_order_status_order IN CLUSTER serving ON order_status (order_id);
CREATE INDEX api_order_status_customer IN CLUSTER serving ON order_status (customer_id, placed_at);
GRANT SELECT ON order_status TO storefront_api;
COMMENT ON COLUMN order_status.last_event IS 'carrier event in our vocabulary, NULL until handed over';
