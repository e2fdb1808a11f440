\echo '== tuning of existing stream tables'

-- options only: no rebuild
SELECT pgtrickle.alter_stream_table('mart.estimated_share', schedule => '10m');
SELECT pgtrickle.alter_stream_table(name => 'grid.feeder_load', schedule => '2m', status => 'ACTIVE', tier => 'hot');
SELECT pgtrickle.alter_stream_table('ops.st_backlog', NULL, '30s', 'DIFFERENTIAL', 'ACTIVE');

-- new definition (2025-05): also count the days that contributed
SELECT pgtrickle.alter_stream_table('mart.reading_monthly', query => $$
    SELECT meter_id, date_trunc('month', day) AS month, sum(kwh) AS kwh, count(*) AS days
    FROM mart.reading_daily
    GROUP BY meter_id, date_trunc('month', day)
$$, schedule => '20m');

-- reads mart.reading_monthly.days, so it has to come after the ALTER above
SELECT pgtrickle.create_stream_table('mart.incomplete_months',
    $$ SELECT meter_id, month, days FROM mart.reading_monthly WHERE days < 28 $$, '1h', 'DIFFERENTIAL');

SELECT pgtrickle.bulk_alter_stream_tables(ARRAY['mart.kpi_meters', 'mart.kpi_invoices'], '{"schedule": "30m"}'::json);
SELECT pgtrickle.create_refresh_group('kpis', ARRAY['mart.kpi_meters', 'mart.kpi_invoices', 'mart.kpi_outages'], 'repeatable_read');
SELECT pgtrickle.refresh_stream_table('mart.kpi_board');
