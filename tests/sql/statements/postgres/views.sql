--# kind: view
--# action: create
--# name: postgres.app.active_users
--# reads: postgres.app.users
--# replaces: yes
CREATE OR REPLACE VIEW app.active_users AS SELECT id, email FROM app.users WHERE deleted_at IS NULL;

--# kind: view
--# action: create
--# name: postgres.public.safe_orders
--# reads: postgres.public.orders
CREATE VIEW safe_orders (id, "Total €") WITH (security_barrier = true, check_option = local) AS
SELECT id, total FROM orders WHERE tenant = current_user
WITH LOCAL CHECK OPTION;

-- FROM as a word of functions and operators.
--# kind: view
--# action: create
--# name: postgres.public.fake_froms
--# reads: postgres.public.readings
CREATE VIEW fake_froms AS
SELECT EXTRACT(epoch FROM ts) AS e,
       trim(BOTH ' ' FROM label) AS l,
       substring(label FROM 1 FOR 2) AS s,
       overlay(label PLACING 'xx' FROM 2 FOR 3) AS o,
       position('from' IN label) AS p,
       a IS DISTINCT FROM b AS changed,
       U&'d\0061t\+000061 FROM ghost' AS u,
       B'101' AS bits,
       E'it\'s FROM ghost; \\' AS esc,
       $$FROM ghost; 'x'$$ AS dollar,
       $q$ FROM $$ghost$$ ; $q$ AS tagged
FROM readings;

--# kind: view
--# action: create
--# name: postgres.public.commented
--# reads: postgres.public.real_table
/* CREATE VIEW ghost AS SELECT 1 FROM ghost; /* nested; */ */
CREATE -- VIEW ghost
VIEW /**/commented/**/AS
SELECT id /* FROM ghost /* JOIN ghost2 */ ; */, '--' AS dashes, '/*' AS opener
FROM real_table -- , ghost;
WHERE name <> '*/';

-- Words that are legal names without quotes.
--# kind: view
--# action: create
--# name: postgres.public.view
--# reads: postgres.public.cluster, postgres.public.index, postgres.public.source, postgres.public.trigger
CREATE VIEW view AS
SELECT index.name, source.type, trigger.value
FROM index
JOIN source USING (key)
LEFT JOIN trigger USING (key), cluster;

-- Reserved words, dots, spaces, quotes and other scripts inside quotes.
--# kind: view
--# action: create
--# name: postgres."My Schema".select
--# reads: postgres."My Schema"."from where", postgres.public."Straße", postgres.public."a.b", postgres.public."wei""rd", postgres.public.orders
CREATE VIEW "My Schema"."select" AS
SELECT 1 AS "one;"
FROM "My Schema"."from where", "a.b", "wei""rd" AS w, "Straße", "orders";

--# kind: view
--# action: create
--# name: postgres.app.folded
--# reads: postgres.app."Users", postgres.app.users, postgres.legacy.orders
CREATE VIEW App.FOLDED AS SELECT u.* FROM APP.Users u, app."Users", postgres.legacy.Orders;

-- CTEs.
--# kind: view
--# action: create
--# name: postgres.public.own_name
--# reads: postgres.public.orders
CREATE VIEW own_name AS WITH orders AS MATERIALIZED (SELECT * FROM orders WHERE total > 0) SELECT * FROM orders;

--# kind: view
--# action: create
--# name: postgres.public.recursive_sees_all
--# reads: postgres.public.c
CREATE VIEW recursive_sees_all AS
WITH RECURSIVE a AS (SELECT k FROM b), b AS (SELECT k FROM c)
SELECT k FROM a;

--# kind: view
--# action: create
--# name: postgres.public.plain_sees_earlier
--# reads: postgres.public.b, postgres.public.c
CREATE VIEW plain_sees_earlier AS
WITH a AS (SELECT k FROM b), b AS (SELECT k FROM c)
SELECT a.k FROM a NATURAL JOIN b;

--# kind: view
--# action: create
--# name: postgres.public.tree
--# reads: postgres.public.nodes
CREATE VIEW tree AS
WITH RECURSIVE walk (id, parent) AS (
    SELECT id, parent FROM nodes WHERE parent IS NULL
    UNION ALL
    SELECT n.id, n.parent FROM nodes n JOIN walk w ON n.parent = w.id
) SEARCH DEPTH FIRST BY id SET ord CYCLE id SET looped USING path
SELECT id FROM walk WHERE NOT looped ORDER BY ord;

-- The view's own name is the recursive name.
--# kind: view
--# action: create
--# name: postgres.app.chain
--# reads: postgres.app.links
CREATE RECURSIVE VIEW app.chain (a, b) AS
    SELECT a, b FROM app.links
    UNION
    SELECT c.a, l.b FROM chain c JOIN app.links l ON l.a = c.b;

--# kind: view
--# action: create
--# name: postgres.public.deep_scopes
--# reads: postgres.public.inner_src, postgres.public.outer_src, postgres.public.t, postgres.s.t
CREATE VIEW deep_scopes AS
SELECT d.id, d.m
FROM (WITH t AS (SELECT id FROM outer_src)
      SELECT t.id, (WITH t AS (SELECT x FROM inner_src) SELECT max(x) FROM t) AS m FROM t) AS d
JOIN t ON t.id = d.id
JOIN s.t AS st ON st.id = d.id;

-- A CTE is seen in subqueries of the query it heads, at any depth.
--# kind: view
--# action: create
--# name: postgres.public.seen_below
--# reads: postgres.public.base
CREATE VIEW seen_below AS
WITH picked AS (SELECT id FROM base)
SELECT (SELECT count(*) FROM picked p WHERE EXISTS (SELECT FROM picked q WHERE q.id < p.id)) AS n;

-- Subqueries in every clause.
--# kind: view
--# action: create
--# name: postgres.public.subqueries
--# reads: postgres.public.a, postgres.public.b, postgres.public.c, postgres.public.d, postgres.public.e, postgres.public.f, postgres.public.g, postgres.public.h, postgres.public.i, postgres.public.j
CREATE VIEW subqueries AS
SELECT a.k, (SELECT max(b.v) FROM b WHERE b.k = a.k) AS top, ARRAY(SELECT c.v FROM c) AS vs
FROM a
JOIN d ON d.k = a.k AND d.v = ANY (SELECT e.v FROM e)
WHERE (a.k, 1) NOT IN (SELECT f.k, f.n FROM f)
  AND a.k IN (TABLE g)
GROUP BY a.k
HAVING count(*) FILTER (WHERE a.v > (SELECT avg(h.v) FROM h)) > 0
ORDER BY (SELECT i.pos FROM i WHERE i.k = a.k)
LIMIT (SELECT j.n FROM j);

-- Things in FROM that are no relations, between things that are.
--# kind: view
--# action: create
--# name: postgres.public.mixed_from
--# reads: postgres.public.docs, postgres.public.events, postgres.public.parts, postgres.public.tagged
CREATE VIEW mixed_from AS
SELECT e.id, x.k, d.day, u.tag, r.a, v.n, t.tag AS t
FROM ONLY events AS e TABLESAMPLE BERNOULLI (10) REPEATABLE (42)
CROSS JOIN LATERAL jsonb_to_record(e.body) AS x(k text, n int)
JOIN LATERAL (SELECT docs.id FROM docs WHERE docs.event_id = e.id LIMIT 1) AS last_doc ON true,
     parts *,
     generate_series(now() - interval '3 days', now(), '1 day') AS d(day),
     unnest(e.tags[1:2], ARRAY[1, 2]) WITH ORDINALITY AS u(tag, w, pos),
     ROWS FROM (generate_series(1, 2), app.two_columns(3)) AS r(a, b),
     (VALUES (1), (2)) AS v(n),
     LATERAL (SELECT tagged.tag FROM tagged WHERE tagged.id = e.id) t;

--# kind: view
--# action: create
--# name: postgres.public.set_ops
--# reads: postgres.public.a, postgres.public.b, postgres.public.c, postgres.public.d
CREATE VIEW set_ops AS
((TABLE a) UNION ALL (SELECT * FROM b EXCEPT SELECT * FROM c))
INTERSECT ALL
(SELECT * FROM d ORDER BY 1 LIMIT 5)
ORDER BY 1;

--# kind: view
--# action: create
--# name: postgres.public.aliases
--# reads: postgres.public.customers, postgres.public.orders
CREATE VIEW aliases AS
SELECT payments.id, (orders).name, payments
FROM orders payments
JOIN customers orders ON orders.id = payments.customer_id;

--# kind: view
--# action: create
--# name: postgres.public.joined_alias
--# reads: postgres.public.a, postgres.public.b, postgres.public.c
CREATE VIEW joined_alias AS
SELECT j.id FROM ((a JOIN b USING (id)) AS j LEFT JOIN c ON c.id = j.id);

--# kind: view
--# action: create
--# name: postgres.public.analytics
--# reads: postgres.public.sales
CREATE VIEW analytics AS
SELECT region,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS median,
       sum(amount) FILTER (WHERE paid) AS paid,
       lag(sum(amount)) OVER (PARTITION BY region ORDER BY min(ts) ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before,
       (array_agg(id ORDER BY ts))[1:3] AS firsts,
       data #>> '{from,table}' AS f,
       1 OPERATOR(pg_catalog.+) 2 AS three,
       region COLLATE "C" AS r,
       min(ts) AT TIME ZONE 'utc' AS at
FROM sales
GROUP BY GROUPING SETS ((region, data), ());

--# kind: view
--# action: create
--# name: postgres.ops.sizes
--# reads: information_schema.columns, pg_catalog.pg_class, postgres.ops.watched
CREATE VIEW ops.sizes AS
SELECT c.relname, w.note FROM pg_catalog.pg_class c
JOIN information_schema.columns i ON i.table_name = c.relname
JOIN ops.watched w ON w.name = c.relname;

--# kind: view
--# action: create
--# name: postgres.public.by_regclass
--# reads: postgres.app."Order Lines", postgres.app.orders, postgres.public.notes
CREATE VIEW by_regclass AS
SELECT n.id FROM notes n
WHERE n.tableoid IN ('app.orders'::regclass, CAST('app."Order Lines"' AS regclass));

--# kind: view
--# action: create
--# name: postgres.public.no_columns
--# reads: postgres.public.t
CREATE VIEW no_columns AS SELECT FROM t;

--# kind: view
--# action: create
--# name: postgres.public.as_values
CREATE VIEW as_values AS VALUES (1, 'a;'), (2, $$FROM b$$);

--# kind: view
--# action: create
--# name: postgres.public.as_table
--# reads: postgres.app.users
CREATE VIEW as_table AS TABLE app.users;

--# kind: view
--# action: create
--# name: postgres.public.squeezed
--# reads: postgres.public.l, postgres.public.r
CREATE VIEW squeezed AS(SELECT(l.a)FROM l INNER JOIN"r"ON(l.a="r".a)WHERE(l.b)IN(1,2)AND'x'='x');

--# kind: view
--# action: alter
--# name: postgres.app.active_users
ALTER VIEW IF EXISTS app.active_users ALTER COLUMN email SET DEFAULT 'none';

--# kind: view
--# action: alter
--# name: postgres.app.active_users
ALTER VIEW app.active_users RENAME COLUMN email TO mail;

--# kind: view
--# action: rename
--# name: postgres.app.active_users
--# renamed_to: postgres.app."Active"
ALTER VIEW app.active_users RENAME TO "Active";

--# kind: view
--# action: drop
--# name: postgres.app."Active", postgres.public.safe_orders
DROP VIEW IF EXISTS app."Active", safe_orders CASCADE;

-- Comments between the words of a keyword.
--# kind: view
--# action: create
--# name: postgres.public.split_words
--# reads: postgres.public.orders
CREATE VIEW split_words AS SELECT id FROM orders GROUP /* by what? */ BY id ORDER -- by what?
  BY id;

-- `of` as an alias, words that only look like FROM, and names of WITH used before they exist.
--# kind: view
--# action: create
--# name: postgres.public.aliased
--# reads: postgres.public.a, postgres.public.b, postgres.public.late
CREATE VIEW aliased AS
WITH early AS (SELECT x AS of FROM late), late AS (SELECT trim(BOTH ' ' FROM y) AS y FROM a)
SELECT of, extract(day FROM z) FROM early, late, b WHERE y IS DISTINCT FROM z;

-- Only a table's own rows, in each of its spellings.
--# kind: view
--# action: create
--# name: postgres.public.own_rows
--# reads: postgres.app.b, postgres.public.a, postgres.public.c, postgres.public.d
CREATE VIEW own_rows AS SELECT 1 AS x FROM ONLY (a) JOIN ONLY (app.b) USING (x), ONLY (c *) AS q, ONLY d;

-- Quotes tell names from functions that are called without parentheses.
--# kind: view
--# action: create
--# name: postgres.public.who
--# reads: postgres.public.t
CREATE VIEW who AS SELECT "user", user AS who, "current_date", current_date AS today, "localtime", session_user AS s,
    t."user" AS n, "null", null AS z, "true", true AS y, "coalesce", INTERVAL '1' "day" FROM t;
