-- Four in one go; the board reads the other three, which is fine inside one call.
SELECT pgtrickle.bulk_create('[
  {"name": "mart.kpi_meters",   "query": "SELECT kind, count(*) AS meters FROM app.meters WHERE retired_on IS NULL GROUP BY kind", "schedule": "10m"},
  {"name": "mart.kpi_invoices", "query": "SELECT state, count(*) AS invoices FROM billing.invoices GROUP BY state", "schedule": "10m", "refresh_mode": "DIFFERENTIAL"},
  {"name": "mart.kpi_outages",  "query": "SELECT cause::text AS cause, count(*) AS outages, sum(customers_affected) AS customers FROM grid.outages WHERE cause <> ''planned'' GROUP BY cause", "schedule": "10m"},
  {"name": "mart.kpi_board",    "query": "SELECT ''meters'' AS kpi, kind::text AS label, meters AS value FROM mart.kpi_meters UNION ALL SELECT ''invoices'', state::text, invoices FROM mart.kpi_invoices UNION ALL SELECT ''outages'', cause, outages FROM mart.kpi_outages"}
]'::jsonb);

SELECT pgtrickle.create_or_replace_stream_table(
    'mart.customer_360',
    $body$
    SELECT c.id AS customer_id,
           c.name,
           c.segment,
           agg.accounts,
           agg.balance_cents,
           (SELECT max(p.paid_at) FROM billing.payments p JOIN app.accounts pa ON pa.id = p.account_id WHERE pa.customer_id = c.id) AS last_paid_at,
           EXISTS (SELECT 1 FROM billing.st_overdue o JOIN app.accounts oa ON oa.id = o.account_id WHERE oa.customer_id = c.id) AS has_overdue
    FROM app.customers c
    CROSS JOIN LATERAL (
        SELECT count(*) AS accounts, sum(b.balance_cents) AS balance_cents
        FROM billing.st_account_balance b
        JOIN app.accounts a ON a.id = b.account_id
        WHERE a.customer_id = c.id
    ) agg
    $body$,
    '5m');

SELECT pgtrickle.create_stream_table('mart.district_board', $$
    SELECT coalesce(cd.district, sb.district) AS district, cd.day, cd.kwh, sb.orders
    FROM mart.consumption_by_district cd
    FULL JOIN ops.st_backlog sb ON sb.district = cd.district
$$, '5m', 'AUTO', true, NULL, 'fastest', 'auto', false, false, NULL, 4);

-- plain view over stream tables, for the BI tool
CREATE VIEW mart.v_top_debtors AS
SELECT customer_id, name, balance_cents, rank() OVER (ORDER BY balance_cents DESC) AS position
FROM mart.customer_360
WHERE has_overdue
ORDER BY balance_cents DESC
LIMIT 100;
