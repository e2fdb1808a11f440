\set ON_ERROR_STOP on
\echo '== stream tables: metering'

-- Everything in mart that is about energy starts from here.
SELECT pgtrickle.create_stream_table(
    name         => 'mart.reading_daily',
    query        => $$
        SELECT r.meter_id,
               date_trunc('day', r.read_at, 'UTC') AS day,
               sum(r.kwh) AS kwh,
               count(*) AS intervals,
               count(*) FILTER (WHERE r.quality = 'estimated') AS estimated_intervals
        FROM app.readings r
        WHERE r.quality <> 'void'
        GROUP BY r.meter_id, date_trunc('day', r.read_at, 'UTC')
    $$,
    schedule     => '1m',
    refresh_mode => 'DIFFERENTIAL'
);

SELECT pgtrickle.create_stream_table('mart.reading_monthly',
    'SELECT meter_id, date_trunc(''month'', day) AS month, sum(kwh) AS kwh FROM mart.reading_daily GROUP BY 1, 2',
    '15m', 'DIFFERENTIAL');

SELECT pgtrickle.create_stream_table('mart.meter_last_reading', $q$
    SELECT DISTINCT ON (meter_id) meter_id, read_at, kwh, quality
    FROM app.readings
    ORDER BY meter_id, read_at DESC
$q$, schedule => '30s');

-- pre-0.60 syntax, left as it is: := is the old spelling of =>
SELECT pgtrickle.create_stream_table(
    name := 'mart.estimated_share',
    query := $$ SELECT meter_id, day, estimated_intervals::numeric / nullif(intervals, 0) AS share
                FROM mart.reading_daily
                WHERE estimated_intervals > 0 $$,
    schedule := 'calculated');

SELECT pgtrickle.create_stream_table(
  name => 'mart.consumption_by_district',
  query => $$
    with installed as (
      select meter_id, district, multiplier
      from app.v_current_installs
      where kind = 'electric'
    )
    select i.district, d.day, sum(d.kwh * i.multiplier) as kwh, count(distinct d.meter_id) as meters
    from mart.reading_daily d
    join installed i on i.meter_id = d.meter_id
    group by i.district, d.day
  $$,
  schedule => '5m');

SELECT pgtrickle.create_stream_table_if_not_exists('mart.silent_meters', $$
    SELECT m.id AS meter_id, m.serial, m.kind
    FROM app.meters m
    WHERE m.retired_on IS NULL
      AND NOT EXISTS (SELECT 1 FROM mart.meter_last_reading l WHERE l.meter_id = m.id)
$$, '10m');

SELECT pgtrickle.create_stream_table('mart.peak_intervals',
    $$ SELECT read_at, sum(kwh) AS kwh FROM app.readings GROUP BY read_at ORDER BY sum(kwh) DESC LIMIT 20 $$,
    schedule => '0 5 * * *', refresh_mode => 'FULL');

SELECT pgtrickle.create_stream_table(
    'mart.reading_gaps',
    $$
    SELECT meter_id, prev_read_at, read_at, read_at - prev_read_at AS gap
    FROM (
        SELECT meter_id, read_at, lag(read_at) OVER (PARTITION BY meter_id ORDER BY read_at) AS prev_read_at
        FROM app.readings
    ) s
    WHERE read_at - prev_read_at > interval '6 hours'
    $$,
    '@daily');

-- plausibility sample for the metering desk; random() only works with FULL
SELECT pgtrickle.create_stream_table('mart.sampled_readings',
    $$SELECT meter_id, read_at, kwh FROM app.readings WHERE random() < 0.001$$,
    schedule => '0 6 * * 1-5', refresh_mode => 'FULL', initialize => false);

SELECT pgtrickle.create_or_replace_stream_table(
    name  => 'mart.weather_normalised',
    query => $pgt$
        SELECT c.district, c.day, c.kwh, w.hdd,
               CASE WHEN w.hdd > 0 THEN c.kwh / w.hdd END AS kwh_per_degree
        FROM mart.consumption_by_district c
        LEFT JOIN app.weather_daily w
               ON w.district = c.district AND w.day = c.day::date   -- weather arrives a day late
    $pgt$,
    schedule => '1h');
