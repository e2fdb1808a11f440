CREATE TYPE app.meter_kind AS ENUM ('electric', 'gas', 'heat');
CREATE TYPE app.reading_quality AS ENUM ('actual', 'estimated', 'customer', 'void');
CREATE TYPE app.customer_segment AS ENUM ('household', 'business', 'public');
CREATE TYPE app.postal_address AS (street text, house_no text, postcode text, city text);
CREATE TYPE app.geo_point AS (lat double precision, lon double precision);
CREATE TYPE billing.invoice_state AS ENUM ('draft', 'issued', 'paid', 'overdue', 'disputed', 'written_off');
CREATE TYPE grid.outage_cause AS ENUM ('weather', 'equipment', 'third_party', 'planned', 'unknown');

CREATE DOMAIN app.kwh AS numeric(14, 3) CHECK (VALUE >= 0);

CREATE SEQUENCE billing.invoice_seq START WITH 100000 INCREMENT BY 1 CACHE 20;
CREATE SEQUENCE ops.work_order_seq AS integer MINVALUE 1;
