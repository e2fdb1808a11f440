CREATE VIEW slot_utilisation AS
WITH demand AS (
    SELECT warehouse_id, extract(dow FROM promised_at)::int AS weekday, extract(hour FROM promised_at)::int AS hour_of_day,
           count(*) AS parcels
    FROM logic.shipments_current
    GROUP BY 1, 2, 3
)
SELECT s.warehouse_id, s.weekday, s.hour_of_day, s.capacity_per_hour, coalesce(d.parcels, 0) AS parcels
FROM logic.delivery_slots AS s
LEFT JOIN demand AS d USING (warehouse_id, weekday, hour_of_day);
