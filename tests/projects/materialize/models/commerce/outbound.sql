COMMENT ON SCHEMA outbound IS 'Kafka topics we own';
