CREATE TABLE vehicle_positions
FROM SOURCE telemetry_src (REFERENCE "fleet.positions")
KEY FORMAT TEXT
VALUE FORMAT JSON
INCLUDE KEY AS vehicle_id, TIMESTAMP AS broker_ts, HEADER 'firmware' AS firmware
ENVELOPE NONE;
