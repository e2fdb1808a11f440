CREATE VIEW vehicle_last_seen AS
SELECT DISTINCT ON (vehicle_id)
    vehicle_id,
    (data ->> 'lat')::double precision AS lat,
    (data ->> 'lon')::double precision AS lon,
    (data ->> 'speed_kmh')::numeric    AS speed_kmh,
    broker_ts
FROM landing.vehicle_positions
WHERE mz_now() <= broker_ts + INTERVAL '2 hours'
OPTIONS (DISTINCT ON INPUT GROUP SIZE = 7200)
ORDER BY vehicle_id, broker_ts DESC;
