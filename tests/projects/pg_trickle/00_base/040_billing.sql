CREATE TABLE billing.invoices (
    id          bigint PRIMARY KEY DEFAULT nextval('billing.invoice_seq'),
    account_id  bigint NOT NULL REFERENCES app.accounts (id),
    period      daterange NOT NULL,
    state       billing.invoice_state NOT NULL DEFAULT 'draft',
    issued_at   timestamptz,
    due_on      date,
    number      text GENERATED ALWAYS AS ('INV-' || lpad(id::text, 9, '0')) STORED,
    updated_at  timestamptz NOT NULL DEFAULT now()
);
ALTER SEQUENCE billing.invoice_seq OWNED BY billing.invoices.id;
CREATE INDEX invoices_open_idx ON billing.invoices (account_id, due_on) WHERE state IN ('issued', 'overdue', 'disputed');

CREATE TABLE billing.invoice_lines (
    invoice_id   bigint NOT NULL REFERENCES billing.invoices (id) ON DELETE CASCADE,
    line_no      smallint NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('energy', 'base', 'tax', 'adjustment')),
    quantity     numeric NOT NULL,
    unit_cents   numeric(12, 4) NOT NULL,
    amount_cents numeric GENERATED ALWAYS AS (round(quantity * unit_cents)) STORED,
    PRIMARY KEY (invoice_id, line_no)
);

CREATE TABLE billing.payments (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id   bigint NOT NULL REFERENCES app.accounts (id),
    invoice_id   bigint REFERENCES billing.invoices (id) DEFERRABLE INITIALLY DEFERRED,
    amount_cents bigint NOT NULL,
    method       text NOT NULL DEFAULT 'sepa',
    paid_at      timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE billing.dunning_events (
    id         bigserial PRIMARY KEY,
    invoice_id bigint NOT NULL REFERENCES billing.invoices (id),
    level      smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
    sent_at    timestamptz NOT NULL DEFAULT now(),
    note       text
);

CREATE TABLE billing.credit_notes (
    id           bigserial PRIMARY KEY,
    invoice_id   bigint NOT NULL REFERENCES billing.invoices (id),
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    reason       text NOT NULL
);
