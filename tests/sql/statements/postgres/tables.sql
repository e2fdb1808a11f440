--# kind: table
--# action: create
--# name: postgres.app.users
--# if_not_exists: yes
CREATE TABLE IF NOT EXISTS app.users (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text NOT NULL UNIQUE CHECK (email <> 'FROM ghost;'),
    name text DEFAULT 'REFERENCES ghost(id)',
    tags text[] DEFAULT '{}'::text[],
    initial text GENERATED ALWAYS AS (substring(name FROM 1 FOR 1)) STORED,
    EXCLUDE USING gist (email WITH =) WHERE (name IS DISTINCT FROM '')
);

--# kind: table
--# action: create
--# name: postgres.app.orders
--# reads: postgres.app.order_id_seq
--# orders: postgres.app.users, postgres.ref."Countries"
CREATE TABLE app.orders (
    id bigint NOT NULL DEFAULT nextval('app.order_id_seq'::regclass),
    user_id bigint NOT NULL REFERENCES app.users (id) ON DELETE CASCADE,
    country char(2),
    total numeric(12, 2) DEFAULT 0.0,
    CONSTRAINT orders_pk PRIMARY KEY (id),
    CONSTRAINT orders_country_fk FOREIGN KEY (country) REFERENCES ref."Countries" (iso) DEFERRABLE INITIALLY DEFERRED
);

-- A table need not exist before itself.
--# kind: table
--# action: create
--# name: postgres.public.categories
CREATE TABLE categories (id int PRIMARY KEY, parent_id int REFERENCES categories (id));

--# kind: table
--# action: create
--# name: postgres.public.tickets
--# reads: postgres.public."Ticket Seq"
CREATE TABLE tickets (id int DEFAULT nextval('"Ticket Seq"'), note text);

--# kind: table
--# action: create
--# name: postgres.log.events
CREATE TABLE log.events (id bigint, at timestamptz NOT NULL, body jsonb) PARTITION BY RANGE (at);

--# kind: table
--# action: create
--# name: postgres.log.events_2024
--# orders: postgres.log.events
CREATE TABLE log.events_2024 PARTITION OF log.events
    FOR VALUES FROM ('2024-01-01') TO ('2025-01-01') PARTITION BY LIST (id);

--# kind: table
--# action: create
--# name: postgres.log.events_rest
--# orders: postgres.log.events
CREATE TABLE log.events_rest PARTITION OF log.events DEFAULT;

--# kind: table
--# action: create
--# name: postgres.public.capitals
--# orders: postgres.geo.named, postgres.public.cities
CREATE TABLE capitals (country text) INHERITS (cities, geo.named);

--# kind: table
--# action: create
--# name: postgres.public.users_copy
--# orders: postgres.app.users
CREATE UNLOGGED TABLE users_copy (LIKE app.users INCLUDING ALL EXCLUDING INDEXES, copied_at timestamptz);

--# kind: table
--# action: create
--# name: postgres.public.snapshot
--# reads: postgres.app.orders, postgres.app.users
CREATE TABLE snapshot (id, n) WITH (autovacuum_enabled = false) AS
SELECT u.id, count(*) FROM app.users u LEFT JOIN app.orders o ON o.user_id = u.id GROUP BY 1;

--# kind: table
--# action: create
--# name: postgres.public.empty_copy
--# reads: postgres.app.orders
CREATE TABLE empty_copy AS TABLE app.orders WITH NO DATA;

--# kind: table
--# action: create
--# name: postgres.ext.accounts
CREATE FOREIGN TABLE ext.accounts (id bigint OPTIONS (column_name 'from'), name text) SERVER crm OPTIONS (schema_name 'public', table_name 'accounts');

--# kind: table
--# action: alter
--# name: postgres.app.orders
ALTER TABLE ONLY app.orders ADD COLUMN IF NOT EXISTS note text, ALTER COLUMN total SET NOT NULL;

--# kind: table
--# action: alter
--# name: postgres.app.orders
--# orders: postgres.app.coupons
ALTER TABLE app.orders ADD CONSTRAINT orders_coupon_fk FOREIGN KEY (coupon_id) REFERENCES app.coupons (id) NOT VALID;

--# kind: table
--# action: alter
--# name: postgres.app.orders
--# reads: postgres.app.new_seq
ALTER TABLE app.orders ALTER COLUMN id SET DEFAULT nextval('app.new_seq');

--# kind: table
--# action: alter
--# name: postgres.log.events_2025
--# orders: postgres.log.events
ALTER TABLE log.events ATTACH PARTITION log.events_2025 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');

--# kind: table
--# action: alter
--# name: postgres.log.events_2024
--# orders: postgres.log.events
ALTER TABLE IF EXISTS ONLY log.events DETACH PARTITION log.events_2024 CONCURRENTLY;

--# kind: table
--# action: alter
--# name: postgres.app.users
ALTER TABLE IF EXISTS app.users OWNER TO app_owner;

--# kind: table
--# action: alter
--# name: postgres.app.users
ALTER TABLE app.users REPLICA IDENTITY FULL;

--# kind: table
--# action: alter
--# name: postgres.app.users
ALTER TABLE app.users ENABLE ROW LEVEL SECURITY;

-- A column is renamed, with and without the word COLUMN.
--# kind: table
--# action: alter
--# name: postgres.app.users
ALTER TABLE app.users RENAME COLUMN name TO full_name;

--# kind: table
--# action: alter
--# name: postgres.app.users
ALTER TABLE app.users RENAME email TO mail;

--# kind: table
--# action: alter
--# name: postgres.app.users
ALTER TABLE app.users RENAME CONSTRAINT users_pkey TO users_pk;

--# kind: table
--# action: rename
--# name: postgres.app.users
--# renamed_to: postgres.app.people
ALTER TABLE app.users RENAME TO people;

--# kind: table
--# action: rename
--# name: postgres.app.people
--# renamed_to: postgres."HR".people
ALTER TABLE app.people SET SCHEMA "HR";

--# kind: table
--# action: drop
--# name: postgres.ext.accounts
DROP FOREIGN TABLE IF EXISTS ext.accounts;

--# kind: table
--# action: drop
--# name: postgres.public.a, postgres.app.b, postgres.public."c d"
DROP TABLE IF EXISTS a, app.b, "c d" RESTRICT;

--# kind: table
--# action: create
--# name: postgres.public.stamped
CREATE TABLE stamped (name text DEFAULT user, "user" text DEFAULT current_user, day date DEFAULT CURRENT_DATE, "default" int DEFAULT NULL);

--# kind: table
--# action: alter
--# name: postgres.public.stamped
ALTER TABLE stamped ALTER COLUMN name SET DEFAULT "user", ALTER COLUMN "user" SET DEFAULT session_user;
