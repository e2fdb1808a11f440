\set ON_ERROR_STOP on
\set QUIET 1
\echo '== bootstrap'

CREATE EXTENSION IF NOT EXISTS pgcrypto;
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trickle;

CREATE SCHEMA IF NOT EXISTS app;
CREATE SCHEMA IF NOT EXISTS grid;
CREATE SCHEMA IF NOT EXISTS billing;
CREATE SCHEMA IF NOT EXISTS ops;
CREATE SCHEMA mart;

-- Roles are cluster wide; a second database on the same server must not fail here.
DO $do$
DECLARE
    r text;
BEGIN
    FOREACH r IN ARRAY ARRAY['gridco_reader', 'gridco_writer', 'gridco_billing'] LOOP
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = r) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', r);
        END IF;
    END LOOP;
END
$do$;
