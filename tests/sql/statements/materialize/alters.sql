-- Changes and removals of views.

--# kind: view
--# action: rename
--# name: materialize.prep.customers_clean
--# renamed_to: materialize.prep."Customers Clean"
ALTER VIEW prep.customers_clean RENAME TO "Customers Clean";

--# kind: materialized view
--# action: rename
--# name: shop.api.customers
--# renamed_to: shop.api.customers_v1
ALTER MATERIALIZED VIEW IF EXISTS shop.api.customers RENAME TO customers_v1;

--# kind: materialized view
--# action: alter
--# name: materialize.marts.kept
ALTER MATERIALIZED VIEW marts.kept SET (RETAIN HISTORY FOR '2 days');

--# kind: view
--# action: alter
--# name: materialize.public.open_orders
ALTER VIEW open_orders OWNER TO platform;

--# kind: view
--# action: drop
--# name: materialize.public.a, materialize.prep.b, shop.prep.c
DROP VIEW IF EXISTS a, prep.b, shop.prep.c CASCADE;

--# kind: materialized view
--# action: drop
--# name: materialize.marts.weekly
DROP MATERIALIZED VIEW marts.weekly;

--# kind: materialized view
--# action: alter
--# name: materialize.marts.kept
--# cluster: b
ALTER MATERIALIZED VIEW marts.kept SET CLUSTER b;

--# kind: sink
--# action: alter
--# name: materialize.public.s
--# cluster: b
ALTER SINK s SET (CLUSTER = b);

--# kind: source
--# action: alter
--# name: materialize.public.s
--# cluster: B
ALTER SOURCE IF EXISTS s SET (RETAIN HISTORY FOR '1 day', CLUSTER "B");

--# kind: index
--# action: alter
--# name: materialize.public.i
--# cluster: b
ALTER INDEX i SET CLUSTER b;
