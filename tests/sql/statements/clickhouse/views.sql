--# kind: view
--# action: create
--# name: clickhouse.default.v_users
--# reads: clickhouse.default."Users"
--# replaces: yes
CREATE OR REPLACE VIEW v_users AS SELECT id, name FROM Users;

--# kind: view
--# action: create
--# name: clickhouse.marts.v_cols
--# reads: clickhouse.marts.daily
--# cluster: {cluster}
--# if_not_exists: yes
CREATE VIEW IF NOT EXISTS marts.v_cols ON CLUSTER '{cluster}' (day Date, n UInt64) AS SELECT day, n FROM marts.daily;

-- Parameterised, then used like a function.
--# kind: view
--# action: create
--# name: clickhouse.reports.by_day
--# reads: clickhouse.default.hits
CREATE VIEW reports.by_day AS
SELECT url, count() AS n FROM hits WHERE day = {d:Date} AND n > {min_n:UInt64} GROUP BY url;

--# kind: view
--# action: create
--# name: clickhouse.reports.today
--# reads: clickhouse.default.sales_by_year, clickhouse.reports.by_day
CREATE VIEW reports.today AS
SELECT b.url, y.total
FROM reports.by_day(d = today(), min_n = 10) AS b
LEFT JOIN sales_by_year(year = toYear(today())) AS y ON y.url = b.url;

-- Table names after IN.
--# kind: view
--# action: create
--# name: clickhouse.default.clean_hits
--# reads: clickhouse.default.blocked_ips, clickhouse.default.hits, clickhouse.ref.bots, clickhouse.ref.employees
CREATE VIEW clean_hits AS
SELECT * FROM hits
WHERE ip NOT IN blocked_ips
  AND user_id GLOBAL NOT IN ref.employees
  AND agent GLOBAL IN (SELECT agent FROM ref.bots)
  AND status IN (200, 204)
  AND (url, status) IN (('/', 200), ('/x', 204));

-- Names after IN that are no tables.
--# kind: view
--# action: create
--# name: clickhouse.default.in_names
--# reads: clickhouse.default.allowed, clickhouse.default.hits, clickhouse.default.picked
CREATE VIEW in_names AS
WITH
    [1, 2, 3] AS small_ids,
    (SELECT groupArray(id) FROM allowed) AS ids,
    chosen AS (SELECT id FROM picked)
SELECT url FROM hits
WHERE id IN small_ids OR id IN ids OR id IN chosen;

-- WITH <expression> AS name, and WITH name AS (query).
--# kind: view
--# action: create
--# name: clickhouse.default.with_both
--# reads: clickhouse.default.hits, clickhouse.default.limits, clickhouse.stats.marks
CREATE VIEW with_both AS
WITH
    toDate('2024-01-01') AS since,
    (SELECT max(ts) FROM stats.marks) AS last_mark,
    x -> (x * 2) AS twice,
    recent AS (SELECT url, ts FROM hits WHERE ts > since),
    `limits` AS (SELECT n FROM limits)
SELECT url, twice(1) FROM recent WHERE ts <= last_mark AND 1 < (SELECT n FROM `limits`);

-- Names are case-sensitive: recent is a table, Recent is the CTE.
--# kind: view
--# action: create
--# name: clickhouse.default.case_matters
--# reads: clickhouse.default.hits, clickhouse.default.recent
CREATE VIEW case_matters AS
WITH Recent AS (SELECT id FROM hits)
SELECT id FROM Recent UNION ALL SELECT id FROM recent;

--# kind: view
--# action: create
--# name: clickhouse.default.real_under_cte
--# reads: clickhouse.default.hits
CREATE VIEW real_under_cte AS WITH hits AS (SELECT id FROM hits WHERE id > 0) SELECT count() AS n FROM hits;

--# kind: view
--# action: create
--# name: clickhouse.default.tree
--# reads: clickhouse.default.nodes
CREATE VIEW tree AS
WITH RECURSIVE walk AS (
    SELECT id, parent_id, 1 AS depth FROM nodes WHERE parent_id = 0
    UNION ALL
    SELECT n.id, n.parent_id, walk.depth + 1 FROM nodes AS n, walk WHERE n.parent_id = walk.id
)
SELECT * FROM walk;

-- Clauses only ClickHouse has.
--# kind: view
--# action: create
--# name: clickhouse.default.clauses
--# reads: clickhouse.default.hits
CREATE VIEW clauses AS
SELECT url, tag.1 AS k, tag.2 AS v, tags[-1] AS last_tag, n ? 1 : 0 AS flag
FROM hits FINAL SAMPLE 1 / 10 OFFSET 1 / 2
LEFT ARRAY JOIN tags AS tag, arrayEnumerate(tags) AS n
PREWHERE ts > now() - INTERVAL 1 DAY
WHERE arrayExists(x -> x.1 = 'from', tags) AND NOT has(arrayMap((a, b) -> a || b, ['x'], ['y']), url)
ORDER BY url, k
LIMIT 2 BY url
LIMIT 100
SETTINGS max_threads = 4, join_use_nulls = 1;

--# kind: view
--# action: create
--# name: clickhouse.default.joins
--# reads: clickhouse.default.a, clickhouse.default.b, clickhouse.default.c, clickhouse.default.d, clickhouse.default.e, clickhouse.default.f, clickhouse.default.g
CREATE VIEW joins AS
SELECT a.k
FROM a
ASOF LEFT JOIN b ON a.k = b.k AND a.ts >= b.ts
GLOBAL ANY LEFT JOIN c USING (k)
LEFT ANTI JOIN d ON d.k = a.k
SEMI LEFT JOIN e USING k
FULL OUTER JOIN f FINAL ON f.k = a.k
CROSS JOIN (SELECT k FROM g WHERE k BETWEEN (SELECT min(k) FROM a) AND 10) AS sub;

-- FROM in places that read nothing.
--# kind: view
--# action: create
--# name: clickhouse.default.fake_froms
--# reads: clickhouse.default.readings
CREATE VIEW fake_froms AS
SELECT
    EXTRACT(day FROM ts) AS d,
    trim(BOTH ' ' FROM label) AS l,
    substring(label FROM 2 FOR 3) AS s,
    'it\'s FROM ghost; \\' AS t,      -- FROM ghost
    "from" AS f                       /* JOIN ghost USING (id); */
FROM readings                         # FROM ghost
GROUP BY ALL WITH TOTALS
ORDER BY d WITH FILL FROM 1 TO 31 STEP 1, l;

--# kind: view
--# action: create
--# name: clickhouse.default.star_magic
--# reads: clickhouse.default.wide
CREATE VIEW star_magic AS
SELECT * EXCEPT (secret, `from`) REPLACE (lower(name) AS name), COLUMNS('^n_') APPLY (toString)
FROM wide
WINDOW w AS (PARTITION BY name ORDER BY ts DESC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
QUALIFY row_number() OVER w = 1;

--# kind: view
--# action: create
--# name: clickhouse.default.sets
--# reads: clickhouse.default.a, clickhouse.default.b, clickhouse.default.c, clickhouse.default.d
CREATE VIEW sets AS
(SELECT id FROM a UNION DISTINCT SELECT id FROM b)
EXCEPT
(SELECT id FROM c INTERSECT (SELECT id FROM d));

-- FROM before SELECT.
--# kind: view
--# action: create
--# name: clickhouse.default.from_first
--# reads: clickhouse.default.hits
CREATE VIEW from_first AS FROM hits SELECT url, count() GROUP BY url;

--# kind: view
--# action: create
--# name: clickhouse.ops.parts
--# reads: information_schema.tables, system.parts, system.tables
CREATE VIEW ops.parts AS
SELECT p.table, sum(p.bytes) AS bytes
FROM system.parts AS p
INNER JOIN system.tables AS t ON t.name = p.table
WHERE p.table IN (SELECT table_name FROM information_schema.tables)
GROUP BY p.table;

--# kind: view
--# action: create
--# name: clickhouse.default.aliases
--# reads: clickhouse.default.customers, clickhouse.default.orders
CREATE VIEW aliases AS SELECT payments.id, orders.id FROM orders payments, customers orders WHERE payments.cid = orders.id;

--# kind: view
--# action: create
--# name: clickhouse.default.nested_ctes
--# reads: clickhouse.default.t1, clickhouse.default.t2
CREATE VIEW nested_ctes AS
WITH t AS (SELECT id FROM t1)
SELECT id FROM (WITH t AS (SELECT id FROM t2) SELECT id FROM t) WHERE id IN (SELECT id FROM t) AND id IN t;

--# kind: view
--# action: create
--# name: clickhouse.default.live_count
--# reads: clickhouse.default.hits
CREATE LIVE VIEW live_count AS SELECT count() FROM hits;

--# kind: view
--# action: create
--# name: clickhouse.default.per_window
--# reads: clickhouse.default.hits
--# writes: clickhouse.default.per_window_out
CREATE WINDOW VIEW per_window TO per_window_out WATERMARK = ASCENDING ALLOWED_LATENESS = INTERVAL '2' SECOND AS
SELECT count() AS n, tumbleStart(w) AS at FROM hits GROUP BY tumble(ts, INTERVAL '10' SECOND) AS w;

--# kind: view
--# action: drop
--# name: clickhouse.marts.v_cols
--# cluster: {cluster}
DROP VIEW IF EXISTS marts.v_cols ON CLUSTER '{cluster}' SYNC;

-- A table after IN, and in joinGet, with its database and without.
--# kind: view
--# action: create
--# name: clickhouse.default.v_in_tables
--# reads: clickhouse.default.a, clickhouse.default.b, clickhouse.default.j, clickhouse.ref.c
CREATE VIEW v_in_tables AS
SELECT joinGet(j, 'x', id) AS x FROM a WHERE id IN default.b AND id NOT IN ref.c;

--# kind: view
--# action: create
--# name: clickhouse.default.who
--# reads: clickhouse.default.t
CREATE VIEW who AS SELECT "session_user", session_user AS s, "current_timestamp", current_timestamp AS Key, "null" FROM t;
