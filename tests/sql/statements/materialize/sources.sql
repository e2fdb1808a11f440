--# kind: source
--# action: create
--# name: materialize.ingest.orders_topic
--# connections: materialize.external.csr_main, materialize.external.kafka_main
--# cluster: ingest
CREATE SOURCE ingest.orders_topic
  IN CLUSTER ingest
  FROM KAFKA CONNECTION external.kafka_main (TOPIC 'orders', START OFFSET (0, 10))
  KEY FORMAT AVRO USING CONFLUENT SCHEMA REGISTRY CONNECTION external.csr_main
  VALUE FORMAT AVRO USING CONFLUENT SCHEMA REGISTRY CONNECTION external.csr_main
  INCLUDE TIMESTAMP AS ts, PARTITION, HEADERS
  ENVELOPE UPSERT;

--# kind: source
--# action: create
--# name: materialize.public.pg
--# connections: materialize.public.pg_conn
--# cluster: ingest
CREATE SOURCE pg IN CLUSTER ingest FROM POSTGRES CONNECTION pg_conn (PUBLICATION 'mz_source');

--# kind: source
--# action: create
--# name: materialize.public.pg_some
--# connections: materialize.public.pg_conn
--# cluster: ingest
CREATE SOURCE pg_some IN CLUSTER ingest
FROM POSTGRES CONNECTION pg_conn (PUBLICATION 'mz_source', TEXT COLUMNS (public.orders.state))
FOR TABLES (public.orders AS ingest.orders, public."Order Lines" AS order_lines);

--# kind: source
--# action: create
--# name: materialize.public.everything
--# connections: materialize.public.my_conn
--# if_not_exists: yes
CREATE SOURCE IF NOT EXISTS everything FROM MYSQL CONNECTION my_conn FOR ALL TABLES;

--# kind: source
--# action: create
--# name: materialize.public.two_schemas
--# connections: materialize.external.my_conn
--# cluster: ingest
CREATE SOURCE two_schemas
IN CLUSTER ingest
FROM MYSQL CONNECTION external.my_conn (EXCLUDE COLUMNS (shop.users.secret, shop.users.token))
FOR SCHEMAS (shop, crm)
EXPOSE PROGRESS AS two_schemas_progress;

--# kind: source
--# action: create
--# name: materialize.public.erp
--# connections: materialize.public.mssql
--# cluster: ingest
CREATE SOURCE erp IN CLUSTER ingest FROM SQL SERVER CONNECTION mssql FOR TABLES (dbo.invoices AS invoices);

--# kind: source
--# action: create
--# name: materialize.public.bids
--# cluster: c
CREATE SOURCE bids IN CLUSTER c FROM LOAD GENERATOR AUCTION (TICK INTERVAL '1s', AS OF 100) FOR ALL TABLES;

-- The topic is text, not a reference.
--# kind: source
--# action: create
--# name: events."Clicks.Raw".v1
--# connections: events.conn.kafka
CREATE SOURCE events."Clicks.Raw"."v1" (k, v)
FROM KAFKA CONNECTION events.conn.kafka (TOPIC 'CONNECTION ghost SECRET ghost; x')
KEY FORMAT TEXT VALUE FORMAT JSON
INCLUDE KEY AS k /* SECRET ghost */, OFFSET AS o
ENVELOPE NONE
WITH (RETAIN HISTORY FOR '1 day');

--# kind: source
--# action: create
--# name: materialize.public.lines
--# connections: materialize.public.kafka
CREATE SOURCE lines FROM KAFKA CONNECTION kafka (TOPIC 'lines', GROUP ID PREFIX 'mz-') FORMAT CSV WITH 3 COLUMNS DELIMITED BY ';';

--# kind: source
--# action: create
--# name: materialize.ingest.segment
--# connections: materialize.ingest.segment_key
--# cluster: hooks
CREATE SOURCE ingest.segment
IN CLUSTER hooks
FROM WEBHOOK
  BODY FORMAT JSON
  INCLUDE HEADER 'x-from' AS sender
  CHECK (
    WITH (HEADERS, BODY AS request_body, SECRET ingest.segment_key AS k)
    decode(headers->'x-signature', 'hex') = hmac(request_body, k, 'sha256')
  );

--# kind: source
--# action: create
--# name: materialize.public.bare_hook
CREATE SOURCE bare_hook FROM WEBHOOK BODY FORMAT TEXT;

--# kind: source
--# action: alter
--# name: materialize.public.pg_some
ALTER SOURCE pg_some ADD SUBSOURCE public.refunds AS refunds WITH (TEXT COLUMNS (public.refunds.reason));

--# kind: source
--# action: drop
--# name: materialize.public.bids, materialize.ingest.segment
DROP SOURCE IF EXISTS bids, ingest.segment CASCADE;

--# kind: source
--# action: rename
--# name: materialize.ingest.orders_topic
--# renamed_to: materialize.ingest.orders_v1
ALTER SOURCE ingest.orders_topic RENAME TO orders_v1;
