CREATE FUNCTION app.normalise_serial(raw text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT
    AS $$ SELECT upper(regexp_replace(raw, '[^A-Za-z0-9]', '', 'g')) $$;

-- Cost of a consumption over the tariff's bands. New style body: PostgreSQL tracks its dependencies.
CREATE OR REPLACE FUNCTION billing.band_cost(p_tariff text, p_kwh numeric)
    RETURNS numeric
    LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT coalesce(sum(b.cent_per_kwh * greatest(0, least(p_kwh, coalesce(b.to_kwh, p_kwh)) - b.from_kwh)), 0)
    FROM app.tariff_bands AS b
    WHERE b.tariff_code = p_tariff;
END;

CREATE FUNCTION billing.account_balance(p_account bigint) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE AS $fn$
    SELECT coalesce((SELECT sum(l.amount_cents)
                     FROM billing.invoices i JOIN billing.invoice_lines l ON l.invoice_id = i.id
                     WHERE i.account_id = p_account AND i.state <> 'draft'), 0)::bigint
         - coalesce((SELECT sum(amount_cents) FROM billing.payments WHERE account_id = p_account), 0)::bigint;
$fn$;

CREATE FUNCTION app.touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := now();
    RETURN NEW;
END;
$$;

CREATE FUNCTION ops.log_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ops, pg_temp AS
$body$
BEGIN
    INSERT INTO ops.audit_log (relation, op, old_row, new_row)
    VALUES (TG_RELID::regclass, left(TG_OP, 1),
            CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END,
            CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END);
    RETURN coalesce(NEW, OLD);   -- AFTER trigger, value ignored
END
$body$;

CREATE PROCEDURE billing.close_period(p_until date)
LANGUAGE plpgsql AS $$
DECLARE
    n integer;
BEGIN
    UPDATE billing.invoices
       SET state = 'overdue'
     WHERE state = 'issued' AND due_on < p_until;
    GET DIAGNOSTICS n = ROW_COUNT;
    RAISE NOTICE '% invoices moved; check them', n;
END;
$$;

CREATE FUNCTION grid.outage_minutes(o grid.outages) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    RETURN extract(epoch FROM o.ended_at - o.started_at) / 60;
