-- Last shipment per order. Orders may be split; the storefront shows the newest part only.
CREATE VIEW order_shipments AS
SELECT DISTINCT ON (order_id) order_id, shipment_id, last_event, last_event_at, promised_at
FROM fulfillment.logic.shipments_current
ORDER BY order_id, created_at DESC;

CREATE INDEX order_shipments_order IN CLUSTER fulfillment_compute ON order_shipments (order_id);
