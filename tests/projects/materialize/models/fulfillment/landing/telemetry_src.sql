CREATE SOURCE telemetry_src IN CLUSTER ingest
FROM KAFKA CONNECTION wire.redpanda (TOPIC 'fleet.positions', START TIMESTAMP -3600000);
