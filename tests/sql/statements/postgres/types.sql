--# kind: type
--# action: create
--# name: postgres.app.state
CREATE TYPE app.state AS ENUM ('new', 'paid; FROM ghost', 'it''s done');

--# kind: type
--# action: create
--# name: postgres.public.address
CREATE TYPE address AS (street text, zip char(5), "from" date);

--# kind: type
--# action: create
--# name: postgres.public.float_range
CREATE TYPE float_range AS RANGE (subtype = float8, subtype_diff = float8mi);

--# kind: type
--# action: create
--# name: postgres.app.email
CREATE DOMAIN app.email AS text COLLATE "C" CHECK (VALUE ~ '^[^@]+@[^@]+$') NOT NULL;

--# kind: type
--# action: alter
--# name: postgres.app.state
ALTER TYPE app.state ADD VALUE IF NOT EXISTS 'sent' AFTER 'new';

--# kind: type
--# action: alter
--# name: postgres.app.state
ALTER TYPE app.state RENAME VALUE 'new' TO 'created';

--# kind: type
--# action: alter
--# name: postgres.app.email
ALTER DOMAIN app.email DROP CONSTRAINT email_check;

--# kind: type
--# action: rename
--# name: postgres.app.state
--# renamed_to: postgres.app.order_state
ALTER TYPE app.state RENAME TO order_state;

--# kind: type
--# action: drop
--# name: postgres.app.email
DROP DOMAIN IF EXISTS app.email;

--# kind: type
--# action: drop
--# name: postgres.app.order_state
DROP TYPE app.order_state CASCADE;
