-- Statements that define nothing.

--# kind: unknown
--# action: none
SELECT count(*) FROM api.customers WHERE email LIKE '%;%';

--# kind: unknown
--# action: none
WITH c AS (SELECT * FROM orders) SELECT * FROM c AS OF now() - INTERVAL '1 minute';

--# kind: unknown
--# action: none
INSERT INTO thresholds SELECT name, 1 FROM raw.thresholds;

--# kind: unknown
--# action: none
UPDATE thresholds SET value = 2 WHERE name IN (SELECT name FROM changed);

--# kind: unknown
--# action: none
DELETE FROM thresholds WHERE value = 0;

--# kind: unknown
--# action: none
SUBSCRIBE api.customers;

--# kind: unknown
--# action: none
SUBSCRIBE TO (SELECT id FROM api.customers) WITH (SNAPSHOT = false, PROGRESS) AS OF 100 UP TO 200;

--# kind: unknown
--# action: none
COPY (SUBSCRIBE (SELECT * FROM events) ENVELOPE UPSERT (KEY (id))) TO STDOUT WITH (FORMAT BINARY);

--# kind: unknown
--# action: none
EXPLAIN OPTIMIZED PLAN WITH (humanized expressions) AS TEXT FOR MATERIALIZED VIEW api.customers;

--# kind: unknown
--# action: none
EXPLAIN CREATE VIEW not_made AS SELECT id FROM orders;

--# kind: unknown
--# action: none
SHOW CREATE VIEW prep.customers_clean;

--# kind: unknown
--# action: none
SET cluster = serving;

--# kind: unknown
--# action: none
SET application_name TO 'api = stable';

--# kind: unknown
--# action: none
BEGIN;

--# kind: unknown
--# action: none
DECLARE c CURSOR FOR SUBSCRIBE (SELECT * FROM orders);

--# kind: unknown
--# action: none
FETCH ALL c WITH (timeout = '1s');

--# kind: unknown
--# action: none
COMMIT;

--# kind: unknown
--# action: none
VALIDATE CONNECTION external.kafka_main;

--# kind: unknown
--# action: none
DROP OWNED BY former_colleague CASCADE;

--# kind: unknown
--# action: none
REASSIGN OWNED BY former_colleague TO platform;

--# kind: unknown
--# action: none
ALTER SYSTEM SET max_tables = 500;
