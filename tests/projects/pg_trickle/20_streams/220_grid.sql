/* Reachability over closed switches, in both directions.
 * The two tables read each other. pg_trickle cannot create a cycle in one go:
 * create both without the peer first, then ALTER. Needs pg_trickle.allow_circular = on.
 */
SET pg_trickle.allow_circular = on;

SELECT pgtrickle.create_stream_table('grid.reach_down', $$SELECT src, dst FROM grid.edges WHERE is_closed$$, '2s', 'DIFFERENTIAL', false);
SELECT pgtrickle.create_stream_table('grid.reach_up',   $$SELECT src, dst FROM grid.edges WHERE is_closed$$, '2s', 'DIFFERENTIAL', false);

SELECT pgtrickle.alter_stream_table('grid.reach_down', query => $$
    SELECT src, dst FROM grid.edges WHERE is_closed
    UNION
    SELECT e.src, u.dst
    FROM grid.edges e
    JOIN grid.reach_up u ON u.src = e.dst
    WHERE e.is_closed
$$);
SELECT pgtrickle.alter_stream_table('grid.reach_up', query => $$
    SELECT src, dst FROM grid.edges WHERE is_closed
    UNION
    SELECT d.src, e.dst
    FROM grid.reach_down d
    JOIN grid.edges e ON e.src = d.dst AND e.is_closed
$$);

-- not part of the cycle, only downstream of it
SELECT pgtrickle.create_stream_table(
    name => 'grid.dead_nodes',
    query => $$
        SELECT t.node_code, t.id AS transformer_id
        FROM grid.transformers t
        WHERE t.node_code NOT IN (SELECT dst FROM grid.reach_down)
    $$,
    schedule => '5s', refresh_mode => 'DIFFERENTIAL');

SELECT pgtrickle."create_stream_table"('grid.outage_daily', $_$
    SELECT f.id AS feeder_id,
           date_trunc('day', o.started_at, 'UTC') AS day,
           count(*) AS outages,
           sum(o.customers_affected) AS customers,
           sum(extract(epoch FROM o.duration) / 60 * o.customers_affected) AS customer_minutes
    FROM grid.outages o
    JOIN grid.feeders f ON f.id = o.feeder_id
    WHERE o.ended_at IS NOT NULL
    GROUP BY f.id, date_trunc('day', o.started_at, 'UTC')
$_$, schedule => '5m', diamond_consistency => 'atomic');

SELECT pgtrickle.create_stream_table(
    name => 'grid.feeder_load', query => $$
      SELECT tr.feeder_id, d.day, sum(d.kwh * ci.multiplier) AS kwh, sum(tr.rating_kva) AS installed_kva
      FROM mart.reading_daily d
      JOIN app.v_current_installs ci ON ci.meter_id = d.meter_id
      JOIN grid.transformers tr ON tr.id = ci.transformer_id
      GROUP BY tr.feeder_id, d.day $$,
    schedule => '5m', diamond_consistency => 'atomic', diamond_schedule_policy => 'slowest',
    max_differential_joins => 6, max_delta_fraction => 0.25);

SELECT pgtrickle.create_stream_table('grid.saidi_monthly', $$
    SELECT s.district, date_trunc('month', od.day) AS month,
           sum(od.customer_minutes) / nullif(max(dp.customers), 0) AS saidi_minutes
    FROM grid.outage_daily od
    JOIN grid.feeders f ON f.id = od.feeder_id
    JOIN grid.substations s ON s.id = f.substation_id
    LEFT JOIN mart.mv_district_population dp ON dp.district = s.district
    GROUP BY s.district, date_trunc('month', od.day)
$$, '1d', 'FULL');  -- a materialized view in the query: FULL is the only mode

-- search_path style of the network team, the name lands in public
SET search_path = pgtrickle, grid, public;

SELECT create_stream_table('feeder_paths', $$
    WITH RECURSIVE path AS (
        SELECT s.code AS root, e.dst AS node, 1 AS hops
        FROM substations s
        JOIN edges e ON e.src = s.code AND e.is_closed
        UNION
        SELECT p.root, e.dst, p.hops + 1
        FROM path p
        JOIN edges e ON e.src = p.node AND e.is_closed
        WHERE p.hops < 60
    )
    SELECT root, node, min(hops) AS hops FROM path GROUP BY root, node
$$, '1m');

RESET search_path;
