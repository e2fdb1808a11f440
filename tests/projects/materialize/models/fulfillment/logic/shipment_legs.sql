CREATE VIEW shipment_legs AS
SELECT shipment_id, hub_code AS from_hub, occurred_at AS departed_at,
       lead(hub_code)    OVER (PARTITION BY shipment_id ORDER BY occurred_at, id) AS to_hub,
       lead(occurred_at) OVER (PARTITION BY shipment_id ORDER BY occurred_at, id) AS arrived_at
FROM landing.shipment_events
WHERE kind IN ('departed', 'arrived', 'sorted');
