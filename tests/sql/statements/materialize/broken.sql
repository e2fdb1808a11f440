-- Statements that cannot be right. What the head says is still known.

--# kind: unknown
--# action: none
--# error: yes
CREAT VIEW v AS SELECT id FROM orders;

--# kind: view
--# action: create
--# name: materialize.prep.typo
--# reads: materialize.raw.orders
--# error: yes
CREATE VIEW prep.typo AS SELEC id FROM raw.orders;

--# kind: materialized view
--# action: create
--# name: materialize.prep.unbalanced
--# reads: materialize.raw.orders
--# cluster: compute
--# error: yes
CREATE MATERIALIZED VIEW prep.unbalanced IN CLUSTER compute AS SELECT sum((total) FROM raw.orders;

--# kind: view
--# action: create
--# name: materialize.public.nothing
--# error: yes
CREATE VIEW nothing AS SELECT FROM WHERE;

--# kind: view
--# action: create
--# error: yes
CREATE VIEW AS SELECT 1;

-- The file goes on after a broken statement.
--# kind: view
--# action: create
--# name: materialize.public.after
--# reads: materialize.raw.orders
CREATE VIEW after AS SELECT id FROM raw.orders;
