CREATE VIEW vehicle_near_warehouse AS
SELECT v.vehicle_id, w.id AS warehouse_id, w.code,
       sqrt(power((v.lat - w.lat) * 111.2, 2) + power((v.lon - w.lon) * 71.5, 2)) AS distance_km
FROM logic.vehicle_last_seen AS v
CROSS JOIN landing.warehouses AS w
WHERE abs(v.lat - w.lat) < 0.5
  AND abs(v.lon - w.lon) < 0.5;
