GRANT USAGE ON SCHEMA app, grid, billing, ops, mart TO gridco_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA mart TO gridco_reader;
GRANT SELECT (id, name, segment) ON app.customers TO gridco_reader;
GRANT SELECT, INSERT, UPDATE ON billing.invoices, billing.invoice_lines, billing.payments TO gridco_billing;
GRANT USAGE, SELECT ON SEQUENCE billing.invoice_seq TO gridco_billing;
GRANT EXECUTE ON FUNCTION billing.band_cost(text, numeric) TO gridco_billing;
GRANT EXECUTE ON PROCEDURE billing.close_period(date) TO gridco_billing;
REVOKE ALL ON ops.audit_log FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA mart GRANT SELECT ON TABLES TO gridco_reader;
