CREATE MATERIALIZED VIEW shipment_tracking IN CLUSTER fulfillment_compute AS
WITH history AS (
    SELECT shipment_id,
           jsonb_agg(jsonb_build_object('kind', kind, 'hub', hub_code, 'at', occurred_at) ORDER BY occurred_at) AS events,
           count(*) AS event_count
    FROM landing.shipment_events
    GROUP BY shipment_id
)
SELECT sc.shipment_id, sc.order_id, c.name AS carrier, sc.last_event, sc.last_hub, sc.last_event_at,
       sc.promised_at, history.events, history.event_count
FROM logic.shipments_current AS sc
JOIN landing.carriers AS c ON c.id = sc.carrier_id
LEFT JOIN history ON history.shipment_id = sc.shipment_id
WHERE mz_now() <= sc.created_at + INTERVAL '60 days';

CREATE INDEX shipment_tracking_order IN CLUSTER serving ON shipment_tracking (order_id);
GRANT SELECT ON shipment_tracking TO dashboards;
