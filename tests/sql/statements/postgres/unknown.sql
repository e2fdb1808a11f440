--# kind: unknown
--# action: none
BEGIN;

--# kind: unknown
--# action: none
SELECT u.id FROM app.users u WHERE u.name = 'a;b' FOR UPDATE;

--# kind: unknown
--# action: none
(SELECT 1) UNION ALL (SELECT id FROM app.users);

--# kind: unknown
--# action: none
WITH gone AS (DELETE FROM app.queue RETURNING *) INSERT INTO app.archive SELECT * FROM gone;

--# kind: unknown
--# action: none
INSERT INTO app.users (email) VALUES ('x''y;'), (E'\';') ON CONFLICT (email) DO UPDATE SET email = EXCLUDED.email;

--# kind: unknown
--# action: none
UPDATE app.users SET name = p.name FROM app.people p WHERE p.id = users.id;

--# kind: unknown
--# action: none
MERGE INTO app.stock s USING app.deliveries d ON d.sku = s.sku WHEN MATCHED THEN UPDATE SET n = s.n + d.n WHEN NOT MATCHED THEN INSERT VALUES (d.sku, d.n);

--# kind: unknown
--# action: none
DO $$ BEGIN EXECUTE 'CREATE TABLE ghost (id int);'; CREATE TABLE ghost2 (id int); END $$;

--# kind: unknown
--# action: none
SET LOCAL lock_timeout = '2s';

--# kind: unknown
--# action: none
TRUNCATE TABLE app.users, app.orders RESTART IDENTITY CASCADE;

--# kind: unknown
--# action: none
REFRESH MATERIALIZED VIEW CONCURRENTLY marts.daily;

--# kind: unknown
--# action: none
COPY app.users (id, email) TO '/tmp/users.csv' WITH (FORMAT csv, HEADER);

--# kind: unknown
--# action: none
ANALYZE VERBOSE app.users (email);

--# kind: unknown
--# action: none
VACUUM (FULL, ANALYZE) app.users;

--# kind: unknown
--# action: none
CLUSTER app.users USING users_email_key;

--# kind: unknown
--# action: none
REINDEX TABLE CONCURRENTLY app.users;

--# kind: unknown
--# action: none
LOCK TABLE app.users IN ACCESS EXCLUSIVE MODE;

--# kind: unknown
--# action: none
EXPLAIN (ANALYZE, BUFFERS) CREATE TABLE ghost AS SELECT id FROM app.users;

--# kind: unknown
--# action: none
PREPARE p (int) AS SELECT id FROM app.users WHERE id = $1;

--# kind: unknown
--# action: none
SELECT setval('app.order_id_seq', 100);

--# kind: unknown
--# action: none
CALL app.archive(DATE '2024-01-01');

--# kind: unknown
--# action: none
ALTER SYSTEM SET wal_level = 'logical';

--# kind: unknown
--# action: none
DROP OWNED BY joe;

--# kind: unknown
--# action: none
SAVEPOINT before_end;

--# kind: publication
--# action: create
--# name: mz_source
CREATE PUBLICATION mz_source FOR TABLE app.users, app.orders WHERE (total > 0);

--# kind: statistics
--# action: create
--# name: postgres.app.users_stats
--# reads: postgres.app.users
CREATE STATISTICS app.users_stats (ndistinct) ON email, name FROM app.users;

--# kind: unknown
--# action: none
END;
