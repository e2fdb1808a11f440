-- Views: what a query reads, however it is written down.

--# kind: view
--# action: create
--# name: materialize.prep.customers_clean
--# reads: materialize.raw.customers
CREATE VIEW prep.customers_clean AS
  SELECT id, lower(trim(BOTH ' ' FROM email)) AS email FROM raw.customers;

--# kind: view
--# action: create
--# name: materialize.sales.orders_enriched
--# reads: crm.ref.countries, materialize.raw.customers, materialize.raw.orders
--# replaces: yes
CREATE OR REPLACE VIEW sales.orders_enriched (order_id, total, "Customer Name", country) AS
SELECT o.id, o.total, c.name, ct.label
FROM raw.orders o
JOIN raw.customers AS c ON c.id = o.customer_id
LEFT OUTER JOIN crm.ref.countries ct ON ct.iso = c.country;

--# kind: view
--# action: create
--# name: materialize.public.active_accounts
--# reads: materialize.public.accounts
--# if_not_exists: yes
CREATE VIEW IF NOT EXISTS active_accounts AS SELECT * FROM accounts WHERE closed_at IS NULL;

-- A plain CTE does not see itself: this is the real table orders.
--# kind: view
--# action: create
--# name: materialize.public.open_orders
--# reads: materialize.public.orders
CREATE VIEW open_orders AS
WITH orders AS (SELECT id, state FROM orders WHERE state <> 'closed')
SELECT id FROM orders;

-- b is not yet visible in the body of a; it is in the final query.
--# kind: view
--# action: create
--# name: materialize.public.forward_cte
--# reads: materialize.public.b, materialize.public.c
CREATE VIEW forward_cte AS
WITH a AS (SELECT k FROM b),
     b AS (SELECT k FROM c)
SELECT a.k FROM a, b WHERE a.k = b.k;

-- The inner t hides the outer one; s.t is never a CTE.
--# kind: view
--# action: create
--# name: materialize.public.shadowed
--# reads: materialize.public.t2, materialize.s.t
CREATE VIEW shadowed AS
WITH t AS (SELECT 1 AS x)
SELECT inner_t.x
FROM (WITH t AS (SELECT x FROM t2) SELECT x FROM t) AS inner_t
JOIN t ON t.x = inner_t.x
JOIN s.t AS other ON other.x = t.x;

-- The name of an inner CTE is gone outside its parentheses.
--# kind: view
--# action: create
--# name: materialize.public.scope_ends
--# reads: materialize.public.recent, materialize.public.visits
CREATE VIEW scope_ends AS
SELECT r.id
FROM (WITH recent AS (SELECT id FROM visits) SELECT id FROM recent) AS i
JOIN recent AS r ON r.id = i.id;

--# kind: view
--# action: create
--# name: materialize.public.cte_and_qualified
--# reads: materialize.public.orders, materialize.staging.orders
CREATE VIEW cte_and_qualified AS
WITH orders AS (SELECT id FROM staging.orders)
SELECT orders.id FROM orders JOIN public.orders AS live ON live.id = orders.id;

-- Top k per group.
--# kind: view
--# action: create
--# name: materialize.marts.top_products
--# reads: materialize.sales.lines, materialize.sales.regions
CREATE VIEW marts.top_products AS
SELECT grp.region, p.product_id, p.revenue
FROM (SELECT DISTINCT region FROM sales.regions) grp,
LATERAL (
    SELECT product_id, sum(amount) AS revenue
    FROM sales.lines
    WHERE region = grp.region
    GROUP BY product_id
    OPTIONS (AGGREGATE INPUT GROUP SIZE = 1000, LIMIT INPUT GROUP SIZE = 500)
    ORDER BY revenue DESC
    LIMIT 3
) p;

-- FROM as a word of functions and operators.
--# kind: view
--# action: create
--# name: materialize.public.from_everywhere
--# reads: materialize.public.readings
CREATE VIEW from_everywhere AS
SELECT EXTRACT(day FROM ts) AS d,
       extract(epoch from ts)::bigint AS e,
       trim(LEADING '0' FROM code) AS code,
       substring(label FROM 1 FOR 2) AS pre,
       position('from' IN label) AS pos,
       old_value IS DISTINCT FROM new_value AS changed,
       old_value IS NOT DISTINCT FROM new_value AS same
FROM readings;

--# kind: view
--# action: create
--# name: materialize.public.commented
--# reads: materialize.public.real_table
CREATE /* OR REPLACE? no */ VIEW -- the name comes next; FROM nowhere
  commented /* v2 */ AS -- SELECT * FROM ghost_one
SELECT id, -- FROM ghost_two;
       /* FROM ghost_three /* JOIN ghost_four */ still; a comment */
       name
FROM /* not ghost_five */ real_table -- JOIN ghost_six USING (id)
WHERE id > 0;

--# kind: view
--# action: create
--# name: materialize.ops.object_sizes
--# reads: information_schema.columns, materialize.ops.watched, mz_catalog.mz_objects, mz_internal.mz_object_dependencies, pg_catalog.pg_class
CREATE VIEW ops.object_sizes AS
SELECT o.name, count(*) AS deps
FROM mz_catalog.mz_objects o
JOIN mz_internal.mz_object_dependencies d ON d.object_id = o.id
JOIN ops.watched w ON w.name = o.name
LEFT JOIN pg_catalog.pg_class c ON c.relname = o.name
WHERE o.name IN (SELECT table_name FROM information_schema.columns)
GROUP BY o.name;

--# kind: view
--# action: create
--# name: materialize.public.set_ops
--# reads: materialize.public.blocked, materialize.public.members, materialize.public.partners, materialize.public.vips
CREATE VIEW set_ops AS
((SELECT id FROM members UNION ALL (SELECT id FROM partners))
 EXCEPT ALL
 (SELECT id FROM blocked))
INTERSECT
(SELECT id FROM vips)
ORDER BY id
LIMIT 10;

--# kind: view
--# action: create
--# name: materialize.public.constants
CREATE VIEW constants (code, label) AS VALUES (1, 'one; FROM x'), (2, 'it''s two');

--# kind: view
--# action: create
--# name: materialize.public.all_rates
--# reads: materialize.public.rates
CREATE VIEW all_rates AS TABLE rates;

-- Subqueries in every clause.
--# kind: view
--# action: create
--# name: materialize.public.subqueries
--# reads: materialize.public.a, materialize.public.b, materialize.public.c, materialize.public.d, materialize.public.e, materialize.public.f, materialize.public.g, materialize.public.h, materialize.public.i
CREATE VIEW subqueries AS
SELECT a.k,
       (SELECT max(b.v) FROM b WHERE b.k = a.k) AS top,
       CASE WHEN EXISTS (SELECT 1 FROM c WHERE c.k = a.k) THEN 1 ELSE 0 END AS has_c,
       ARRAY(SELECT d.v FROM d WHERE d.k = a.k ORDER BY d.v) AS ds
FROM a
JOIN e ON e.k = a.k AND e.v > (SELECT min(f.v) FROM f)
WHERE a.k NOT IN (SELECT g.k FROM g)
GROUP BY a.k
HAVING count(*) > (SELECT avg(h.n) FROM h)
ORDER BY (SELECT i.pos FROM i WHERE i.k = a.k);

--# kind: view
--# action: create
--# name: materialize.public.functions_are_no_reads
--# reads: materialize.public.carts
CREATE VIEW functions_are_no_reads AS
SELECT c.id, item->>'sku' AS sku, n, day
FROM carts c,
     jsonb_array_elements(c.body->'items') WITH ORDINALITY AS e(item, n),
     generate_series(1, 3) AS g,
     unnest(c.days) AS u(day);

--# kind: view
--# action: create
--# name: materialize.public.rows_from
CREATE VIEW rows_from AS
SELECT * FROM ROWS FROM (generate_series(1, 2), generate_series(1, 5)) AS t(a, b);

--# kind: view
--# action: create
--# name: materialize.public.last_five_minutes
--# reads: materialize.public.events
CREATE VIEW last_five_minutes AS
SELECT kind, count(*) FILTER (WHERE ok) AS good, count(*) AS n
FROM events
WHERE mz_now() <= event_ts + INTERVAL '5 minutes'
  AND mz_now() >= event_ts
GROUP BY kind;

-- Aliases that are names of other tables.
--# kind: view
--# action: create
--# name: materialize.public.alias_traps
--# reads: materialize.public.customers, materialize.public.orders
CREATE VIEW alias_traps AS
SELECT payments.id, orders.id AS cid
FROM orders AS payments
JOIN customers AS orders ON orders.id = payments.customer_id;

--# kind: view
--# action: create
--# name: materialize."Sales Team"."Quarterly.Totals"
--# reads: materialize."Sales Team"."Order Lines", materialize."größen"."Maße", materialize.public.from
CREATE VIEW "Sales Team"."Quarterly.Totals" AS
SELECT ol."Product.Id", f."select", m.wert
FROM "Sales Team"."Order Lines" AS ol
JOIN "from" AS f ON f.id = ol.id
JOIN "größen"."Maße" m ON m.id = ol.id;

-- Unquoted names fold, redundant quotes do not matter.
--# kind: view
--# action: create
--# name: materialize.prep.mixedcase
--# reads: materialize.public."Orders", materialize.public.orders, materialize.raw.events
CREATE VIEW Prep.MixedCase AS
SELECT 1 AS one FROM RAW.Events, "public"."orders", "Orders", PUBLIC.ORDERS AS again;

-- Words of the dialect as plain names.
--# kind: view
--# action: create
--# name: materialize.public.source
--# reads: materialize.public.cluster, materialize.public.secret, materialize.public.sink
CREATE VIEW source AS
SELECT sink.name, cluster.size, secret.connection
FROM sink
JOIN cluster ON cluster.id = sink.id
JOIN secret ON secret.id = sink.id;

--# kind: view
--# action: create
--# name: materialize.public.joins_in_parentheses
--# reads: materialize.public.a, materialize.public.b, materialize.public.c, materialize.public.d
CREATE VIEW joins_in_parentheses AS
SELECT 1 AS one FROM (a JOIN b USING (id)) JOIN (c CROSS JOIN d) ON a.id = c.id;

--# kind: view
--# action: create
--# name: materialize.public.texts
--# reads: materialize.public.notes
CREATE VIEW texts AS
SELECT 'a; CREATE VIEW x AS SELECT 1 FROM ghost;' AS q,
       E'it\'s FROM ghost; -- not a comment' AS e,
       'he said "FROM ghost" and it''s fine' AS d,
       body::jsonb->'from'->>'table' AS f,
       tags[1:2] AS firsts,
       (list_agg(body))[1] AS l
FROM notes
GROUP BY body, tags;

--# kind: view
--# action: create
--# name: materialize.public.by_class
--# reads: materialize.public.orders, materialize.public.refs
CREATE VIEW by_class AS
SELECT refs.id FROM refs WHERE refs.classid = 'public.orders'::regclass::oid;

--# kind: view
--# action: create
--# name: materialize.public.any_all
--# reads: materialize.public.floor_prices, materialize.public.prices, materialize.public.tiers
CREATE VIEW any_all AS
SELECT DISTINCT ON (sku) sku, price
FROM prices
WHERE price > ALL (SELECT amount FROM floor_prices)
  AND tier = ANY (SELECT name FROM tiers)
ORDER BY sku, price DESC;

-- A view that names itself (nothing forbids writing it).
--# kind: view
--# action: create
--# name: materialize.public.loops
--# reads: materialize.public.loops, materialize.public.seed
--# replaces: yes
CREATE OR REPLACE VIEW loops AS SELECT n FROM seed UNION SELECT n + 1 FROM public.loops WHERE n < 10;

-- One word per line, and no space where none is needed.
--# kind: view
--# action: create
--# name: materialize.public.squeezed
--# reads: materialize.public.left_side, materialize.public.right_side
create
	view
		squeezed
			as(select(l.a)from left_side as l
	inner join right_side r on(l.a=r.a)where(l.b)in(1,2,3));

--# kind: view
--# action: create
--# name: otherdb.deep.v
--# reads: materialize.deep.t, otherdb.deep.t
CREATE VIEW otherdb.deep.v AS SELECT t.id FROM otherdb.deep.t JOIN deep.t AS mine USING (id);

-- $ is a legal letter of a name.
--# kind: view
--# action: create
--# name: materialize.public."ledger$v2"
--# reads: materialize.public."ledger$v1"
CREATE VIEW ledger$v2 AS SELECT id FROM ledger$v1;

-- `of` is an alias here, not AS OF.
--# kind: view
--# action: create
--# name: materialize.public.alias_of
--# reads: materialize.public.a, materialize.public.b
CREATE VIEW alias_of AS SELECT x AS of, y FROM a UNION SELECT z AS of, w FROM b;

--# kind: view
--# action: create
--# name: materialize.public.who
--# reads: materialize.public.t
CREATE VIEW who AS SELECT "user", user AS who, "default", current_timestamp AS now, "current_timestamp" FROM t;
