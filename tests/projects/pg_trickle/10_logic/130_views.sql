CREATE VIEW app.v_active_accounts AS
SELECT a.id AS account_id, a.customer_id, c.name, c.segment, a.premise_id, p.district,
       (p.address).city AS city, a.tariff_code
FROM app.accounts a
JOIN app.customers c ON c.id = a.customer_id
JOIN app.premises p ON p.id = a.premise_id
WHERE a.closed_on IS NULL;

CREATE OR REPLACE VIEW app.v_current_installs AS
    SELECT mi.meter_id, mi.premise_id, m.kind, m.multiplier, p.district, p.transformer_id
      FROM app.meter_installs AS mi
      JOIN app.meters AS m ON m.id = mi.meter_id
      JOIN app.premises AS p ON p.id = mi.premise_id
     WHERE upper_inf(mi.during) AND m.retired_on IS NULL;

create view billing.v_invoice_totals (invoice_id, account_id, state, due_on, total_cents) as
select i.id, i.account_id, i.state, i.due_on, coalesce(sum(l.amount_cents), 0)
from billing.invoices i left join billing.invoice_lines l on l.invoice_id = i.id
group by i.id;

create view billing.v_open_invoices with (security_barrier) as
select t.*, current_date - t.due_on as days_late
from billing.v_invoice_totals t
where t.state in ('issued', 'overdue', 'disputed');

CREATE VIEW grid.v_live_outages AS
SELECT o.id, f.code AS feeder, s.district, o.cause, o.started_at, o.customers_affected
FROM grid.outages o
JOIN grid.feeders f ON f.id = o.feeder_id
JOIN grid.substations s ON s.id = f.substation_id
WHERE o.ended_at IS NULL;

CREATE VIEW ops.v_backlog AS
SELECT w.id, w.priority, w.opened_at, w.opened_at + sp.resolve_within AS due_at, lo.district
FROM ops.work_orders w
JOIN ops.sla_policies sp USING (priority)
LEFT JOIN grid.v_live_outages lo ON lo.id = w.outage_id
WHERE w.closed_at IS NULL;
