-- Old style: format and envelope still live on the source, the topic predates source tables.
CREATE SOURCE payments
IN CLUSTER ingest
FROM KAFKA CONNECTION external.kafka_main (TOPIC 'billing.payments')
FORMAT AVRO USING CONFLUENT SCHEMA REGISTRY CONNECTION external.csr_main
INCLUDE TIMESTAMP AS kafka_ts
ENVELOPE UPSERT
WITH (RETAIN HISTORY FOR '1 day');
GRANT SELECT ON payments TO risk_team;
