-- The ops team wraps its declarations so that a fresh database and an old one both work.
DO $do$
BEGIN
    IF current_setting('server_version_num')::int < 150000 THEN
        RAISE EXCEPTION 'needs PostgreSQL 15 or newer';
    END IF;

    PERFORM pgtrickle.create_stream_table(
        name => 'ops.st_backlog',
        query => $q$
            SELECT b.district, b.priority, count(*) AS orders, min(b.due_at) AS first_due
            FROM ops.v_backlog b
            GROUP BY b.district, b.priority
        $q$,
        schedule => '20s');

    PERFORM pgtrickle.create_stream_table_if_not_exists('ops.st_sla_breaches', $q$
        SELECT w.id AS work_order_id, w.priority, w.opened_at, ev.first_response_at
        FROM ops.work_orders w
        JOIN ops.sla_policies sp ON sp.priority = w.priority
        LEFT JOIN LATERAL (
            SELECT min(e.at) AS first_response_at
            FROM ops.work_order_events e
            WHERE e.work_order_id = w.id AND e.kind = 'on_site'
        ) ev ON true
        WHERE coalesce(ev.first_response_at, w.closed_at) > w.opened_at + sp.respond_within
    $q$, '1m', 'AUTO');
END
$do$;

SELECT pgtrickle.exec_stream_ddl('CREATE STREAM TABLE ops.crew_utilisation AS SELECT c.id, c.name, count(w.id) AS open_orders FROM ops.crews c LEFT JOIN ops.work_orders w ON w.crew_id = c.id AND w.closed_at IS NULL GROUP BY c.id, c.name');

SELECT pgtrickle.exec_stream_ddl($ddl$CREATE OR REPLACE STREAM TABLE ops.tagged_orders AS SELECT w.id, t.tag
    FROM ops.work_orders w, jsonb_array_elements_text(w.details -> 'tags') AS t(tag)$ddl$);

SELECT pgtrickle.create_stream_table('ops.outage_orders', $$
    SELECT o.id AS outage_id, o.cause, s.district, w.id AS work_order_id, w.state, w.closed_at - o.started_at AS time_to_fix
    FROM grid.outages o
    JOIN grid.feeders f ON f.id = o.feeder_id
    JOIN grid.substations s ON s.id = f.substation_id
    JOIN ops.work_orders w ON w.outage_id = o.id
    WHERE o.cause <> ALL (ARRAY['planned'::grid.outage_cause])
$$, '45', 'incremental');   -- bare integer = seconds

SELECT pgtrickle.create_stream_table('ops.legacy_rollup', $$SELECT state, count(*) AS n FROM ops.work_orders GROUP BY state$$, '1h');
SELECT pgtrickle.create_stream_table('ops.legacy_rollup_weekly', $$SELECT sum(n) AS total FROM ops.legacy_rollup$$, '1w');
SELECT pgtrickle.exec_stream_ddl('CREATE STREAM TABLE ops.scratch_orders AS SELECT id FROM ops.work_orders');
