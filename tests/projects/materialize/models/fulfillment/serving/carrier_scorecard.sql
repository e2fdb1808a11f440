CREATE MATERIALIZED VIEW carrier_scorecard
IN CLUSTER batch_refresh
WITH (REFRESH EVERY '1 hour' ALIGNED TO '2025-01-01 00:10:00')
AS
SELECT
    ca.id   AS carrier_id,
    ca.name,
    count(*)                                                                  AS shipments,
    count(*) FILTER (WHERE sc.last_event = 'delivered')                       AS delivered,
    count(*) FILTER (WHERE sc.last_event = 'delivered'
                       AND sc.last_event_at <= sc.promised_at)                AS on_time,
    count(DISTINCT d.shipment_id)                                             AS currently_late
FROM landing.carriers AS ca
JOIN logic.shipments_current AS sc ON sc.carrier_id = ca.id
LEFT JOIN logic.shipment_delays AS d ON d.shipment_id = sc.shipment_id
WHERE ca.active
GROUP BY ca.id, ca.name;
