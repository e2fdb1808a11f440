-- Tables of our own, tables from sources, webhook tables.

--# kind: table
--# action: create
--# name: materialize.public.thresholds
CREATE TABLE thresholds (name text NOT NULL, value numeric(10, 2) DEFAULT 0, note text DEFAULT 'FROM SOURCE ghost');

--# kind: table
--# action: create
--# name: materialize.ref.countries
--# if_not_exists: yes
CREATE TABLE IF NOT EXISTS ref.countries (iso text, label text);

--# kind: table from source
--# action: create
--# name: materialize.raw.customers
--# reads: materialize.raw.pg
CREATE TABLE raw.customers FROM SOURCE raw.pg (REFERENCE public.customers);

--# kind: table from source
--# action: create
--# name: materialize.public.orders
--# reads: other.ingest.pg
--# if_not_exists: yes
CREATE TABLE IF NOT EXISTS orders
FROM SOURCE other.ingest.pg (REFERENCE "public"."Orders")
WITH (TEXT COLUMNS (state, "Kind"), EXCLUDE COLUMNS (blob));

--# kind: table from source
--# action: create
--# name: materialize.raw.clicks
--# reads: materialize.ingest.kafka_clicks
--# connections: materialize.external.csr_main
CREATE TABLE raw.clicks (k, v)
FROM SOURCE ingest.kafka_clicks (REFERENCE "clicks")
FORMAT AVRO USING CONFLUENT SCHEMA REGISTRY CONNECTION external.csr_main
INCLUDE KEY
ENVELOPE UPSERT;

--# kind: table from source
--# action: create
--# name: materialize.public.source
--# reads: materialize.public.source
CREATE TABLE "source" FROM SOURCE source (REFERENCE from_source);

--# kind: table from source
--# action: create
--# name: materialize.public.ticks
--# reads: materialize.public.clock
create table ticks from /* the */ source -- load generator
clock;

--# kind: table
--# action: create
--# name: materialize.hooks.stripe
--# connections: materialize.hooks.stripe_secret
CREATE TABLE hooks.stripe FROM WEBHOOK
  BODY FORMAT JSON INCLUDE HEADERS (NOT 'authorization')
  CHECK (WITH (HEADERS, BODY, SECRET hooks.stripe_secret) constant_time_eq(headers->'x-key', stripe_secret));

--# kind: table
--# action: alter
--# name: materialize.public.thresholds
ALTER TABLE thresholds OWNER TO platform;

--# kind: table
--# action: alter
--# name: materialize.public.thresholds
ALTER TABLE thresholds ADD COLUMN IF NOT EXISTS unit text;

--# kind: table
--# action: rename
--# name: materialize.ref.countries
--# renamed_to: materialize.ref.country
ALTER TABLE IF EXISTS ref.countries RENAME TO country;

--# kind: table
--# action: drop
--# name: materialize.public.thresholds
DROP TABLE thresholds RESTRICT;
