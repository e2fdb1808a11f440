CREATE TRIGGER customers_touch BEFORE UPDATE ON app.customers
    FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();

CREATE TRIGGER invoices_touch
    BEFORE UPDATE OF state, due_on ON billing.invoices
    FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.due_on IS DISTINCT FROM NEW.due_on)
    EXECUTE FUNCTION app.touch_updated_at();

CREATE TRIGGER payments_audit AFTER INSERT OR UPDATE OR DELETE ON billing.payments
    FOR EACH ROW EXECUTE FUNCTION ops.log_change();

CREATE CONSTRAINT TRIGGER edges_audit AFTER UPDATE ON grid.edges
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ops.log_change();
