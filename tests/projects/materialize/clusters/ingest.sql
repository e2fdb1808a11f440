-- All CDC and Kafka ingestion. Keep compute off this one: see the on-call notes from the March incident.
CREATE CLUSTER ingest (SIZE = '100cc', REPLICATION FACTOR = 1);
GRANT USAGE ON CLUSTER ingest TO data_platform;
COMMENT ON CLUSTER ingest IS 'Sources only';
