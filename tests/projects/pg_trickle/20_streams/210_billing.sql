-- Balances. st_account_balance feeds almost everything else in this file.
BEGIN;

SELECT pgtrickle.create_or_replace_stream_table('billing.st_account_balance', $pgtrickle$
    WITH charged AS (
        SELECT t.account_id, sum(t.total_cents) AS cents
        FROM billing.v_invoice_totals t
        WHERE t.state <> 'draft'
        GROUP BY t.account_id
    ), received AS (
        SELECT account_id, sum(amount_cents) AS cents FROM billing.payments GROUP BY account_id
    )
    SELECT a.id AS account_id,
           coalesce(c.cents, 0) AS charged_cents,
           coalesce(r.cents, 0) AS received_cents,
           coalesce(c.cents, 0) - coalesce(r.cents, 0) AS balance_cents
    FROM app.accounts a
    LEFT JOIN charged c ON c.account_id = a.id
    LEFT JOIN received r ON r.account_id = a.id
$pgtrickle$, '1m', 'AUTO');

SELECT pgtrickle.create_or_replace_stream_table(
    name => 'billing.st_overdue',
    query => $$
        SELECT i.id AS invoice_id, i.account_id, i.due_on, b.balance_cents
        FROM billing.invoices i
        JOIN billing.st_account_balance b USING (account_id)
        WHERE i.state IN ('issued', 'overdue') AND b.balance_cents > 0
    $$,
    schedule => 'calculated', refresh_mode => 'DIFFERENTIAL');

COMMIT;

-- 4th positional argument, no schedule: maintained inside the writing transaction
SELECT pgtrickle.create_stream_table('billing.st_payment_totals',
  $$SELECT account_id, count(*) AS payments, sum(amount_cents) AS cents FROM billing.payments GROUP BY account_id$$,
  NULL, 'IMMEDIATE');

SELECT pgtrickle.create_stream_table(
    name => 'billing.st_ageing', schedule => '@hourly',
    query => $$ SELECT state,
                       count(*) FILTER (WHERE due_on >= date '2025-06-01') AS not_due,
                       count(*) FILTER (WHERE due_on < date '2025-06-01') AS due,
                       sum(total_cents) AS cents
                FROM billing.v_invoice_totals GROUP BY state $$);

SELECT pgtrickle.create_stream_table_fast_append_only('billing.st_payment_log',
    $$ SELECT p.id, p.account_id, p.amount_cents, p.method, p.paid_at FROM billing.payments p WHERE p.amount_cents <> 0 $$,
    schedule => '5s', cdc_mode => 'trigger', partition_by => 'paid_at');

SELECT pgtrickle.create_stream_table_realtime('billing.st_dunning_candidates', $$
    SELECT o.invoice_id, o.account_id, coalesce(max(d.level), 0) + 1 AS next_level
    FROM billing.st_overdue o
    LEFT JOIN billing.dunning_events d ON d.invoice_id = o.invoice_id
    GROUP BY o.invoice_id, o.account_id
    HAVING coalesce(max(d.level), 0) < 3
$$);

select pgtrickle.create_stream_table_batch('mart.revenue_by_tariff', $$
    select a.tariff_code, date_trunc('month', i.issued_at) as month, l.kind, sum(l.amount_cents) as cents
    from billing.invoices i
    join billing.invoice_lines l on l.invoice_id = i.id
    join app.accounts a on a.id = i.account_id
    where i.state not in ('draft', 'written_off')
    group by a.tariff_code, date_trunc('month', i.issued_at), l.kind
$$);

select pgtrickle.create_stream_table_cost_optimized('mart.revenue_by_segment', $$
    select va.segment, va.district, sum(b.charged_cents) as charged_cents
    from billing.st_account_balance b join app.v_active_accounts va using (account_id)
    group by grouping sets ((va.segment), (va.segment, va.district))
$$);

-- the blank in the name is what the old report tool expects
SELECT pgtrickle.create_or_replace_stream_table(name => 'billing."Disputed Invoices"', query => $pgt$
    SELECT i.id, i.number, t.total_cents /* used to come FROM billing.legacy_invoices */
    FROM billing.invoices i
    JOIN billing.v_invoice_totals t ON t.invoice_id = i.id
    WHERE i.state = 'disputed' AND i.number <> $$from nowhere$$
$pgt$, schedule => '1h30m');

SELECT pgtrickle.create_stream_table('mart.credit_only_accounts', '
    SELECT account_id FROM billing.payments
    EXCEPT
    SELECT account_id FROM billing.invoices WHERE state <> ''draft''
    INTERSECT
    SELECT i.account_id FROM billing.credit_notes cn JOIN billing.invoices i ON i.id = cn.invoice_id
'::text, '1d', 'FULL');
