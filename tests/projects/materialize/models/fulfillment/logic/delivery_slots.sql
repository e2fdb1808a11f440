CREATE VIEW delivery_slots AS
SELECT w.warehouse_id, slot.hour_of_day, w.weekday,
       w.capacity / greatest(1, (extract(epoch FROM w.closes - w.opens) / 3600)::int) AS capacity_per_hour
FROM landing."window" AS w,
     LATERAL generate_series(extract(hour FROM w.opens)::int, extract(hour FROM w.closes)::int - 1) AS slot (hour_of_day);
