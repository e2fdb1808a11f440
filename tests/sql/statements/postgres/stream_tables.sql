-- Stream tables: declared by function calls, with the query in a string.

--# kind: stream table
--# action: create
--# name: postgres.public.region_totals
--# reads: postgres.public.customers, postgres.public.orders
--# options: schedule=1s
SELECT pgtrickle.create_stream_table(
    name => 'region_totals',
    query => $$
        SELECT c.region, count(*) AS n, sum(o.total) AS total   -- FROM ghost
        FROM orders o JOIN customers c ON c.id = o.customer_id
        GROUP BY c.region
    $$,
    schedule => '1s'
);

--# kind: stream table
--# action: create
--# name: postgres.mart.refunds
--# reads: postgres.app.payments
--# options: schedule=1m; refresh_mode=DIFFERENTIAL
SELECT pgtrickle.create_stream_table('mart.refunds', 'SELECT id FROM app.payments WHERE state = ''refunded;'' AND note <> ''FROM ghost''', '1m', 'differential', false);

--# kind: stream table
--# action: create
--# name: postgres.public.weekday_sample
--# reads: postgres.public.events
--# options: schedule=0 6 * * 1-5; refresh_mode=FULL
SELECT pgtrickle.create_stream_table('weekday_sample', $q$ SELECT id FROM events WHERE random() < .1 $q$,
    refresh_mode => 'FULL', schedule => '0 6 * * 1-5');

--# kind: stream table
--# action: create
--# name: postgres.public.live_prices
--# reads: postgres.public.prices
--# options: schedule=null; refresh_mode=IMMEDIATE
SELECT pgtrickle.create_stream_table('live_prices', $$SELECT sku, price FROM prices$$, NULL, 'IMMEDIATE');

-- No options at all; old named notation; not qualified; casts.
--# kind: stream table
--# action: create
--# name: postgres.public.plain
--# reads: postgres.public.src
SELECT create_stream_table(query := 'SELECT id FROM src'::text, name := 'plain'::text);

--# kind: stream table
--# action: create
--# name: postgres.mart."Big Orders"
--# reads: postgres.mart.orders
--# replaces: yes
--# options: schedule=@hourly
SELECT pgtrickle."create_or_replace_stream_table"(name => 'mart."Big Orders"', query => $pgt$
    SELECT o.id FROM mart.orders o /* FROM ghost_table */ WHERE o.note <> $$from ghost$$ AND o.total > 1000
$pgt$, schedule => '@hourly');

--# kind: stream table
--# action: create
--# name: postgres.public.kept
--# reads: postgres.public.a, postgres.public.b, postgres.public.c, postgres.public.d
--# if_not_exists: yes
--# options: schedule=calculated; refresh_mode=AUTO
SELECT pgtrickle.create_stream_table_if_not_exists('public.kept', $$
    WITH x AS (SELECT k FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.k = a.k))
    SELECT x.k, (SELECT max(v) FROM c WHERE c.k = x.k) AS v FROM x
    GROUP BY x.k HAVING count(*) > (SELECT min(n) FROM d)
$$, 'calculated', 'AUTO');

-- Presets.
--# kind: stream table
--# action: create
--# name: postgres.public.fast
--# reads: postgres.public.ticks
--# options: schedule=1s; refresh_mode=DIFFERENTIAL
SELECT pgtrickle.create_stream_table_realtime('fast', 'SELECT sym, max(px) AS px FROM ticks GROUP BY sym');

--# kind: stream table
--# action: create
--# name: postgres.public.nightly
--# reads: postgres.public.ticks
--# options: schedule=5m; refresh_mode=AUTO
SELECT pgtrickle.create_stream_table_batch(name => 'nightly', query => $$SELECT sym FROM ticks$$);

--# kind: stream table
--# action: create
--# name: postgres.public.cheap
--# reads: postgres.public.ticks
--# options: schedule=15m; refresh_mode=AUTO
SELECT pgtrickle.create_stream_table_cost_optimized('cheap', $$SELECT sym FROM ticks$$);

--# kind: stream table
--# action: create
--# name: postgres.public.clicks_only
--# reads: postgres.raw.clicks
--# options: schedule=30s
SELECT pgtrickle.create_stream_table_fast_append_only('clicks_only', $$SELECT id, url FROM raw.clicks$$, '30s', 'trigger');

-- By CALL, and as a function in FROM.
--# kind: stream table
--# action: create
--# name: postgres.public.called
--# reads: postgres.public.src
--# options: schedule=90
CALL pgtrickle.create_stream_table('called', 'SELECT id FROM src', '90');

--# kind: stream table
--# action: create
--# name: postgres.public.in_from
--# reads: postgres.public.src
--# options: schedule=1h30m; refresh_mode=DIFFERENTIAL
SELECT * FROM pgtrickle.create_stream_table('in_from', $$SELECT id FROM src$$, '1h30m', 'incremental');

-- Two in one statement.
--# kind: stream table
--# action: create
--# name: postgres.public.path_fwd
--# reads: postgres.public.edges
--# options: schedule=1s; refresh_mode=DIFFERENTIAL
--# and
--# kind: stream table
--# action: create
--# name: postgres.public.path_bwd
--# reads: postgres.public.edges
--# options: schedule=1s; refresh_mode=DIFFERENTIAL
SELECT pgtrickle.create_stream_table('path_fwd', $$SELECT src, dst FROM edges$$, '1s', 'DIFFERENTIAL', false),
       pgtrickle.create_stream_table('path_bwd', $$SELECT dst, src FROM edges$$, '1s', 'DIFFERENTIAL', false);

--# kind: stream table
--# action: create
--# name: postgres.public.t1
--# reads: postgres.public.facts
--# options: schedule=30s
--# and
--# kind: stream table
--# action: create
--# name: postgres.mart.t2
--# reads: postgres.public.t1
--# options: schedule=1m; refresh_mode=FULL
--# and
--# kind: stream table
--# action: create
--# name: postgres.public.t3
--# reads: postgres.mart.t2, postgres.public.t1
SELECT pgtrickle.bulk_create('[
    {"name": "t1", "query": "SELECT k, sum(v) AS s FROM facts WHERE note <> ''FROM \"ghost\"'' GROUP BY k", "schedule": "30s"},
    {"name": "mart.t2", "query": "SELECT k FROM t1 WHERE s > 0", "schedule": "1m", "refresh_mode": "full"},
    {"name": "t3", "query": "SELECT a.k FROM t1 a JOIN mart.t2 b USING (k)"}
]'::jsonb);

--# kind: stream table
--# action: create
--# name: postgres.public.from_do
--# reads: postgres.public.src
--# options: schedule=1m
--# and
--# kind: stream table
--# action: create
--# name: postgres.public.from_do_too
--# reads: postgres.public.from_do, postgres.ref.codes
--# replaces: yes
DO $do$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trickle') THEN
        RAISE EXCEPTION 'no pg_trickle; FROM ghost';
    END IF;
    PERFORM pgtrickle.create_stream_table('from_do', $q$ SELECT id, code FROM src $q$, '1m');
    PERFORM pgtrickle.create_or_replace_stream_table(
        name => 'from_do_too',
        query => $q$ SELECT f.id FROM from_do f WHERE f.code IN (SELECT code FROM ref.codes) $q$);
END
$do$;

-- Changes. The third place is the schedule, the fifth is not what it is in create.
--# kind: stream table
--# action: alter
--# name: postgres.public.path_fwd
--# reads: postgres.public.edges, postgres.public.path_bwd
SELECT pgtrickle.alter_stream_table('path_fwd', query => $$
    SELECT src, dst FROM edges UNION SELECT e.src, b.dst FROM edges e JOIN path_bwd b ON e.dst = b.src $$);

--# kind: stream table
--# action: alter
--# name: postgres.public.closure
--# reads: postgres.public.closure, postgres.public.edges
--# options: schedule=2s
SELECT pgtrickle.alter_stream_table('closure', 'SELECT src, dst FROM edges UNION SELECT c.src, e.dst FROM closure c JOIN edges e ON e.src = c.dst', '2s');

--# kind: stream table
--# action: alter
--# name: postgres.mart."Big Orders"
--# options: schedule=5m; refresh_mode=FULL
SELECT pgtrickle.alter_stream_table(name => 'mart."Big Orders"', refresh_mode => 'full', schedule => '5m', status => 'ACTIVE');

--# kind: stream table
--# action: alter
--# name: postgres.public.kept
SELECT pgtrickle.alter_stream_table('kept', status => 'SUSPENDED');

--# kind: stream table
--# action: alter
--# name: postgres.public.t1, postgres.mart.t2
--# options: schedule=10m
SELECT pgtrickle.bulk_alter_stream_tables(ARRAY['t1', 'mart.t2'], '{"schedule": "10m"}');

--# kind: stream table
--# action: drop
--# name: postgres.public.t3
SELECT pgtrickle.drop_stream_table('t3', cascade => true);

--# kind: stream table
--# action: drop
--# name: postgres.public.t1, postgres.mart.t2
SELECT pgtrickle.bulk_drop_stream_tables(ARRAY['t1', 'mart.t2']);

-- The pseudo-DDL, in a string and (as the extension exports it) bare.
--# kind: stream table
--# action: create
--# name: postgres.mart.pseudo
--# reads: postgres.app.orders
SELECT pgtrickle.exec_stream_ddl('CREATE STREAM TABLE mart.pseudo AS SELECT id FROM app.orders WHERE state = ''new''');

--# kind: stream table
--# action: create
--# name: postgres.public.pseudo2
--# reads: postgres.public.src
--# replaces: yes
SELECT pgtrickle.exec_stream_ddl($$CREATE OR REPLACE STREAM TABLE pseudo2 AS SELECT id FROM src$$);

--# kind: stream table
--# action: drop
--# name: postgres.mart.pseudo
SELECT pgtrickle.exec_stream_ddl('DROP STREAM TABLE mart.pseudo');

--# kind: stream table
--# action: drop
--# name: postgres.public.pseudo2
DROP STREAM TABLE IF EXISTS public.pseudo2;

-- Not declarations: operations, a call inside a text, a call inside a comment.
--# kind: unknown
--# action: none
SELECT pgtrickle.refresh_stream_table('region_totals');

--# kind: unknown
--# action: none
SELECT pgtrickle.create_refresh_group('g', ARRAY['t1', 't2'], 'read_committed');

--# kind: unknown
--# action: none
SELECT 'pgtrickle.create_stream_table(''ghost'', ''SELECT 1 FROM ghosts'')' AS hint /* pgtrickle.create_stream_table('x', 'SELECT 1') */;

--# kind: unknown
--# action: none
SELECT create_stream_table FROM todo WHERE note = 'later';

-- Upper case, and a function of the same name elsewhere.
--# kind: stream table
--# action: create
--# name: postgres.public.loud
--# reads: postgres.public.src
--# options: schedule=1m
SELECT PGTRICKLE.CREATE_STREAM_TABLE('loud', 'SELECT id FROM src', '1m');

--# kind: unknown
--# action: none
SELECT other.create_stream_table('quiet', 'SELECT id FROM src', '1m');

-- A query that is put together is not known, and that is told.
--# kind: stream table
--# action: create
--# name: postgres.public.built
--# error: yes
SELECT pgtrickle.create_stream_table('built', format('SELECT id FROM %I', 'src'));

--# kind: stream table
--# action: alter
--# name: postgres.public.t1
--# reads: postgres.public.u
--# options: schedule=5m
SELECT pgtrickle.bulk_alter_stream_tables(ARRAY['t1'], '{"query": "SELECT x FROM u", "schedule": "5m"}');
