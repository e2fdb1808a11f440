CREATE VIEW shipments_current AS
SELECT s.id AS shipment_id, s.order_id, s.warehouse_id, s.carrier_id, s.service_level,
       s.created_at, s.promised_at, s.weight_g,
       ev.kind AS last_event, ev.hub_code AS last_hub, ev.occurred_at AS last_event_at
FROM landing.shipments AS s
LEFT JOIN LATERAL (
    SELECT e.kind, e.hub_code, e.occurred_at
    FROM landing.shipment_events AS e
    WHERE e.shipment_id = s.id
    OPTIONS (LIMIT INPUT GROUP SIZE = 40)
    ORDER BY e.occurred_at DESC, e.id DESC
    LIMIT 1
) AS ev ON true;

CREATE INDEX shipments_current_id IN CLUSTER fulfillment_compute ON shipments_current (shipment_id);
