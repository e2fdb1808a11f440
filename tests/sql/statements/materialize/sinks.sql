--# kind: sink
--# action: create
--# name: materialize.outbound.orders
--# reads: materialize.api.order_status
--# connections: materialize.external.csr_main, materialize.external.kafka_main
--# cluster: outbound
CREATE SINK outbound.orders
  IN CLUSTER outbound
  FROM api.order_status
  INTO KAFKA CONNECTION external.kafka_main (TOPIC 'order-status', COMPRESSION TYPE 'lz4')
  KEY (order_id) NOT ENFORCED
  FORMAT AVRO USING CONFLUENT SCHEMA REGISTRY CONNECTION external.csr_main (DOC ON TYPE api.order_status = 'state FROM ghost')
  ENVELOPE UPSERT;

--# kind: sink
--# action: create
--# name: materialize.public.alerts
--# reads: shop.api.alerts
--# connections: materialize.public.kafka
--# if_not_exists: yes
CREATE SINK IF NOT EXISTS alerts FROM shop.api.alerts INTO KAFKA CONNECTION kafka (TOPIC 'alerts')
FORMAT JSON ENVELOPE DEBEZIUM WITH (SNAPSHOT = false);

--# kind: sink
--# action: create
--# name: materialize.outbound.lake
--# reads: materialize.api."Order.Lines"
--# connections: materialize.external.aws_lake, materialize.external.ice
--# cluster: outbound
CREATE SINK outbound.lake IN CLUSTER outbound
FROM api."Order.Lines"
INTO ICEBERG CATALOG CONNECTION external.ice (NAMESPACE 'lake', TABLE 'order_lines')
USING AWS CONNECTION external.aws_lake
KEY (id)
MODE UPSERT
WITH (COMMIT INTERVAL = '60s');

--# kind: sink
--# action: create
--# name: materialize.public.keyed
--# reads: materialize.public.totals
--# connections: materialize.public.k
--# cluster: c
CREATE SINK keyed IN CLUSTER c FROM totals INTO KAFKA CONNECTION k (TOPIC 't', PARTITION BY = seahash(region::text)) KEY (region) KEY FORMAT TEXT VALUE FORMAT JSON ENVELOPE UPSERT;

--# kind: sink
--# action: alter
--# name: materialize.outbound.orders
--# reads: materialize.api.order_status_v2
ALTER SINK outbound.orders SET FROM api.order_status_v2;

--# kind: sink
--# action: rename
--# name: materialize.public.alerts
--# renamed_to: materialize.public.alerts_old
ALTER SINK alerts RENAME TO alerts_old;

--# kind: sink
--# action: drop
--# name: materialize.outbound.lake
DROP SINK outbound.lake;
