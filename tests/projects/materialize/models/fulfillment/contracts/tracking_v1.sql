CREATE MATERIALIZED VIEW tracking_v1 IN CLUSTER fulfillment_compute AS
SELECT order_id, shipment_id, carrier, last_event AS status, last_event_at AS status_at, events
FROM serving.shipment_tracking;

CREATE INDEX tracking_v1_order IN CLUSTER serving ON tracking_v1 (order_id);
GRANT SELECT ON tracking_v1 TO storefront_api;
