-- Functions, procedures and aggregates. Bodies in SQL are read, of plpgsql names are guessed, other languages are not.

--# kind: function
--# action: create
--# name: postgres.app.order_total
--# reads: postgres.app.order_lines
CREATE FUNCTION app.order_total(p_order bigint) RETURNS numeric
LANGUAGE sql STABLE
AS $$ SELECT sum(amount) FROM app.order_lines WHERE order_id = p_order $$;

--# kind: function
--# action: create
--# name: postgres.public.top_customers
--# reads: postgres.public.customers, postgres.public.orders
--# replaces: yes
CREATE OR REPLACE FUNCTION top_customers(n integer DEFAULT 10)
RETURNS TABLE (id bigint, total numeric) AS '
    -- FROM ghost
    SELECT c.id, sum(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id
    WHERE c.state <> ''from ghost'' GROUP BY c.id ORDER BY 2 DESC LIMIT n;
' LANGUAGE 'sql' ROWS 10;

-- Several statements; what they change counts as read.
--# kind: function
--# action: create
--# name: postgres.audit.log_login
--# reads: postgres.app.users, postgres.audit.logins, postgres.audit.stale
CREATE FUNCTION audit.log_login(uid bigint) RETURNS void AS $body$
    INSERT INTO audit.logins (user_id, at) SELECT u.id, now() FROM app.users u WHERE u.id = uid;
    UPDATE app.users SET last_login = now() WHERE id = uid;
    DELETE FROM audit.stale WHERE user_id = uid;
$body$ LANGUAGE sql;

--# kind: function
--# action: create
--# name: postgres.app.archive
--# reads: postgres.app.archive_log, postgres.app.queue
CREATE PROCEDURE app.archive(before date) LANGUAGE sql AS $$
    WITH moved AS (DELETE FROM app.queue WHERE at < before RETURNING *)
    INSERT INTO app.archive_log SELECT * FROM moved;
$$;

-- The standard's body: semicolons and ENDs inside one statement.
--# kind: function
--# action: create
--# name: postgres.app.balance
--# reads: postgres.app.accounts, postgres.app.entries
CREATE FUNCTION app.balance(acc bigint) RETURNS numeric
LANGUAGE sql
BEGIN ATOMIC
    SELECT id FROM app.accounts WHERE id = acc;
    SELECT sum(CASE WHEN e.kind = 'debit' THEN -e.amount ELSE CASE e.kind WHEN 'fee' THEN 0 ELSE e.amount END END)
      FROM app.entries e WHERE e.account_id = acc;
END;

--# kind: function
--# action: create
--# name: postgres.app.close_account
--# reads: postgres.app.accounts, postgres.app.closed
--# replaces: yes
CREATE OR REPLACE PROCEDURE app.close_account(acc bigint)
BEGIN ATOMIC
    INSERT INTO app.closed (id) VALUES (acc);
    UPDATE app.accounts SET state = 'end;' WHERE id = acc;
END;

--# kind: function
--# action: create
--# name: postgres.public.latest
--# reads: postgres.app.orders
CREATE FUNCTION latest() RETURNS bigint LANGUAGE sql RETURN (SELECT max(id) FROM app.orders);

--# kind: function
--# action: create
--# name: postgres.public.add_vat
CREATE FUNCTION add_vat(x numeric, rate numeric = 0.19) RETURNS numeric IMMUTABLE PARALLEL SAFE LANGUAGE SQL RETURN x * (1 + rate);

-- Of plpgsql the names after FROM, JOIN, INSERT INTO and UPDATE are tables.
--# kind: function
--# action: create
--# name: postgres.app.touch
--# reads: postgres.app.ghost
--# replaces: yes
CREATE OR REPLACE FUNCTION app.touch() RETURNS trigger AS $fn$
BEGIN
    SELECT max(at) INTO NEW.last FROM app.ghost;
    PERFORM pgtrickle.create_stream_table('ghost', $q$SELECT 1 FROM ghosts$q$);
    RETURN NEW;
END;
$fn$ LANGUAGE plpgsql SECURITY DEFINER SET search_path = app, pg_temp;

--# kind: function
--# action: create
--# name: postgres.public."Weird Name"
--# reads: postgres.app.users
CREATE FUNCTION "Weird Name"(a int, OUT b app.users) LANGUAGE plpgsql AS 'BEGIN SELECT * INTO b FROM app.users; END';

--# kind: function
--# action: create
--# name: postgres.app.settle
--# reads: postgres.app.accounts, postgres.app.closed, postgres.app.fees, postgres.app.late, postgres.app.log, postgres.app.open_items, postgres.app.rates, postgres.app.seq
CREATE FUNCTION app.settle() RETURNS trigger LANGUAGE plpgsql AS $fn$
DECLARE
    rec record;
    cur CURSOR FOR SELECT * FROM app.open_items;
    lines app.ghosts[];
BEGIN
    CREATE TEMP TABLE IF NOT EXISTS seen AS SELECT id FROM app.fees f, app.late AS l;
    FETCH NEXT FROM cur INTO rec;
    SELECT max(at) INTO rec FROM ONLY (app.accounts) WHERE a IS DISTINCT FROM b FOR UPDATE;
    INSERT INTO app.log (id) VALUES (nextval('app.seq')) ON CONFLICT (id) DO UPDATE SET at = now();
    UPDATE ONLY app.accounts SET total = extract(day FROM now()) FROM seen;
    FOR rec IN WITH r AS MATERIALIZED (SELECT * FROM app.rates), s (a) AS (SELECT 1) SELECT * FROM r JOIN s ON true LOOP
        DELETE FROM app.closed WHERE id = rec.id;
    END LOOP;
    PERFORM 1 FROM lines, new;
    RETURN NEW;
END;
$fn$;

--# kind: function
--# action: create
--# name: postgres.public.c_function
CREATE FUNCTION c_function(text) RETURNS text AS 'MODULE_PATHNAME', 'from_c' LANGUAGE c STRICT;

--# kind: function
--# action: create
--# name: postgres.stats.first
CREATE AGGREGATE stats.first (anyelement) (SFUNC = stats.first_sfunc, STYPE = anyelement, PARALLEL = safe);

--# kind: function
--# action: alter
--# name: postgres.app.order_total
ALTER FUNCTION app.order_total(bigint) OWNER TO app_owner;

--# kind: function
--# action: alter
--# name: postgres.app.archive
ALTER PROCEDURE app.archive(date) SET search_path FROM CURRENT;

--# kind: function
--# action: rename
--# name: postgres.app.order_total
--# renamed_to: postgres.app.total_of
ALTER FUNCTION app.order_total(bigint) RENAME TO total_of;

--# kind: function
--# action: rename
--# name: postgres.app.touch
--# renamed_to: postgres.util.touch
ALTER FUNCTION app.touch() SET SCHEMA util;

--# kind: function
--# action: drop
--# name: postgres.app.total_of, postgres.public.latest
DROP FUNCTION IF EXISTS app.total_of(bigint), latest() CASCADE;

--# kind: function
--# action: drop
--# name: postgres.stats.first
DROP AGGREGATE stats.first (anyelement);
