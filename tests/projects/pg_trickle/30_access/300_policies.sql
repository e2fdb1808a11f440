ALTER TABLE billing.invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE billing.payments ENABLE ROW LEVEL SECURITY;

CREATE POLICY invoices_team ON billing.invoices
    FOR ALL TO gridco_billing
    USING (true) WITH CHECK (state <> 'written_off');

CREATE POLICY invoices_read_issued ON billing.invoices AS RESTRICTIVE FOR SELECT TO gridco_reader
    USING (state <> 'draft' AND account_id IN (SELECT account_id FROM app.v_active_accounts));

create policy payments_team on billing.payments to gridco_billing using (amount_cents < 10000000);
