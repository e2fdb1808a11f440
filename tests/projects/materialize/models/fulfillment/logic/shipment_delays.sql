CREATE VIEW shipment_delays AS
SELECT
    sc.shipment_id,
    sc.order_id,
    sc.carrier_id,
    w.country_code,
    sc.service_level,
    sc.promised_at,
    sc.last_event,
    coalesce(exact.max_hours, fallback.max_hours, 72) AS allowed_hours
FROM shipments_current AS sc
JOIN landing.warehouses AS w ON w.id = sc.warehouse_id
LEFT JOIN logic.sla_effective AS exact
       ON exact.service_level = sc.service_level AND exact.country_code = w.country_code
LEFT JOIN logic.sla_effective AS fallback
       ON fallback.service_level = sc.service_level AND fallback.country_code IS NULL
WHERE sc.last_event IS DISTINCT FROM 'delivered'
  AND mz_now() > sc.promised_at;
