-- Users, roles, quotas, profiles, row policies, named collections, grants.

--# kind: user
--# action: create
--# name: ingest_user
--# if_not_exists: yes
CREATE USER IF NOT EXISTS ingest_user IDENTIFIED WITH sha256_password BY 'a;b' HOST IP '10.0.0.0/8' DEFAULT ROLE writer SETTINGS PROFILE 'batch';

--# kind: user
--# action: create
--# name: "svc-reader"
--# cluster: {cluster}
--# replaces: yes
CREATE USER OR REPLACE `svc-reader` ON CLUSTER '{cluster}' NOT IDENTIFIED;

--# kind: user
--# action: alter
--# name: ingest_user
ALTER USER ingest_user DEFAULT ROLE ALL EXCEPT admin;

--# kind: user
--# action: rename
--# name: ingest_user
--# renamed_to: "Ingest"
ALTER USER ingest_user RENAME TO Ingest;

--# kind: user
--# action: drop
--# name: "Ingest", old_user
DROP USER IF EXISTS Ingest, old_user;

--# kind: role
--# action: create
--# name: reader, writer
CREATE ROLE reader, writer;

--# kind: role
--# action: drop
--# name: writer
--# cluster: {cluster}
DROP ROLE writer ON CLUSTER '{cluster}';

--# kind: quota
--# action: create
--# name: per_hour
CREATE QUOTA per_hour KEYED BY user_name FOR INTERVAL 1 hour MAX queries = 100, errors = 10 TO reader;

--# kind: quota
--# action: drop
--# name: per_hour
DROP QUOTA per_hour;

--# kind: settings profile
--# action: create
--# name: batch
--# if_not_exists: yes
CREATE SETTINGS PROFILE IF NOT EXISTS batch SETTINGS max_memory_usage = 10000000000 MIN 1 MAX 20000000000 READONLY, INHERIT 'default' TO writer;

--# kind: settings profile
--# action: alter
--# name: batch
ALTER SETTINGS PROFILE batch SETTINGS max_threads = 2;

--# kind: row policy
--# action: create
--# name: clickhouse.shop."own_rows on orders"
--# orders: clickhouse.shop.orders
CREATE ROW POLICY own_rows ON shop.orders FOR SELECT USING tenant = currentUser() AS RESTRICTIVE TO reader;

--# kind: row policy
--# action: create
--# name: clickhouse.default."by_list on Orders"
--# reads: clickhouse.ref.allowed
--# orders: clickhouse.default."Orders"
--# cluster: {cluster}
--# if_not_exists: yes
CREATE ROW POLICY IF NOT EXISTS by_list ON CLUSTER '{cluster}' ON Orders USING id IN (SELECT id FROM ref.allowed) TO ALL EXCEPT admin;

--# kind: row policy
--# action: drop
--# name: clickhouse.shop."own_rows on orders"
DROP ROW POLICY own_rows ON shop.orders;

--# kind: named collection
--# action: create
--# name: s3_in
CREATE NAMED COLLECTION s3_in AS url = 'https://bucket/in', access_key_id = 'k', format = 'Parquet' NOT OVERRIDABLE;

--# kind: named collection
--# action: alter
--# name: s3_in
ALTER NAMED COLLECTION s3_in SET format = 'CSV' DELETE access_key_id;

--# kind: named collection
--# action: drop
--# name: s3_in
DROP NAMED COLLECTION IF EXISTS s3_in;

--# kind: grant
--# action: grant
--# name: clickhouse.shop.orders
GRANT SELECT(id, `from`), INSERT ON shop.orders TO reader WITH GRANT OPTION;

--# kind: grant
--# action: grant
--# name: clickhouse.default."Events"
--# cluster: main
GRANT ON CLUSTER main SELECT ON Events TO reader;

--# kind: grant
--# action: grant
--# name: analytics
GRANT SELECT, dictGet ON analytics.* TO reader;

--# kind: grant
--# action: grant
GRANT CREATE TEMPORARY TABLE, S3 ON *.* TO ingest_user;

--# kind: grant
--# action: grant
--# name: reader
GRANT reader TO ingest_user;

--# kind: grant
--# action: grant
--# name: clickhouse.shop.orders
REVOKE INSERT ON shop.orders FROM reader;
