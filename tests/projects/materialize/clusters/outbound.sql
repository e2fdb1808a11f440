CREATE CLUSTER outbound (SIZE = '50cc');
COMMENT ON CLUSTER outbound IS 'Kafka sinks of both databases';
