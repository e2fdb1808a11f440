CREATE SINK delay_alerts
IN CLUSTER outbound
FROM serving.late_orders_by_region
INTO KAFKA CONNECTION wire.redpanda (TOPIC 'ops.delays')
KEY (region, service_level)
FORMAT JSON
ENVELOPE UPSERT;
