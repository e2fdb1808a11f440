--# kind: materialized view
--# action: create
--# name: materialize.api.customers
--# reads: materialize.prep.customers_clean
--# cluster: serving
CREATE MATERIALIZED VIEW api.customers IN CLUSTER serving AS
  SELECT id, email FROM prep.customers_clean;

--# kind: materialized view
--# action: create
--# name: materialize.public.daily_revenue
--# reads: materialize.sales.orders
CREATE MATERIALIZED VIEW daily_revenue AS
  SELECT date_trunc('day', placed_at) AS day, sum(total) AS revenue FROM sales.orders GROUP BY 1;

--# kind: materialized view
--# action: create
--# name: materialize.marts.weekly
--# reads: materialize.marts.daily
--# cluster: batch_refresh
--# if_not_exists: yes
CREATE MATERIALIZED VIEW IF NOT EXISTS marts.weekly (week, n)
IN CLUSTER batch_refresh
WITH (
    REFRESH AT CREATION,
    REFRESH EVERY '1 day' ALIGNED TO '2024-06-01 04:00:00',
    ASSERT NOT NULL = week,
    ASSERT NOT NULL = n
) AS
SELECT date_trunc('week', day), count(*) FROM marts.daily GROUP BY 1;

--# kind: materialized view
--# action: create
--# name: materialize.marts.kept
--# reads: materialize.marts.daily, materialize.marts.targets
--# cluster: transform
--# replaces: yes
CREATE OR REPLACE MATERIALIZED VIEW marts.kept
IN CLUSTER "transform" WITH (RETAIN HISTORY FOR '30 days')
AS (
  WITH best AS (SELECT day, max(n) AS n FROM marts.daily GROUP BY day)
  SELECT b.day, b.n >= t.n AS reached FROM best b JOIN marts.targets t USING (day)
);

-- A cluster that is called cluster.
--# kind: materialized view
--# action: create
--# name: materialize.public.in_cluster
--# reads: materialize.public.t
--# cluster: cluster
CREATE MATERIALIZED VIEW in_cluster IN CLUSTER cluster AS SELECT 'IN CLUSTER ghost' AS s, t.* FROM t;

--# kind: materialized view
--# action: create
--# name: materialize.public.as_of_time
--# reads: materialize.public.snapshots
--# cluster: compute
CREATE MATERIALIZED VIEW as_of_time IN CLUSTER compute AS
SELECT id, v FROM snapshots AS OF 1718000000000;

--# kind: materialized view
--# action: create
--# name: shop.api.order_status
--# reads: materialize.public.statuses, shop.prep.orders, shop.prep.shipments
--# cluster: serving
CREATE MATERIALIZED VIEW shop.api.order_status
    IN CLUSTER serving -- IN CLUSTER ghost
AS
/* FROM shop.prep.ghosts */
SELECT o.id,
       COALESCE(s.state, (SELECT label FROM statuses WHERE code = o.code LIMIT 1)) AS state,
       row_number() OVER (PARTITION BY o.customer_id ORDER BY o.placed_at DESC) AS rn
FROM shop.prep.orders AS o
FULL OUTER JOIN shop.prep.shipments AS s
  ON s.order_id = o.id;

--# kind: materialized view
--# action: create
--# name: materialize.public.no_inputs
--# cluster: quickstart
CREATE MATERIALIZED VIEW no_inputs IN CLUSTER quickstart AS SELECT 1 AS one WHERE 'FROM ghost' <> '';
