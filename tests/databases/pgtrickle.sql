-- A stand-in for pg_trickle, whose extension cannot be had here: only what decides the order of a deployment.
-- A stream table is a real table with the columns of its query and no rows. Its query is also kept as a hidden view,
-- so that PostgreSQL itself refuses what pg_trickle refuses or breaks on: a query that reads what is not there, and
-- the drop of whatever a stream table reads. Nothing is ever refreshed, and modes and schedules are only written down.

CREATE SCHEMA pgtrickle;

CREATE TABLE pgtrickle.stream_tables (
    id integer GENERATED ALWAYS AS IDENTITY,
    relation regclass PRIMARY KEY,
    schedule text,
    refresh_mode text
);

CREATE FUNCTION pgtrickle.qualified(name text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE cardinality(parts) WHEN 1 THEN format('public.%I', parts[1]) ELSE format('%I.%I', parts[1], parts[2]) END
    FROM (SELECT parse_ident(name) AS parts) AS parsed
$$;

CREATE FUNCTION pgtrickle.entry(name text) RETURNS pgtrickle.stream_tables LANGUAGE plpgsql STABLE AS $$
DECLARE found pgtrickle.stream_tables;
BEGIN
    SELECT * INTO found FROM pgtrickle.stream_tables WHERE relation = to_regclass(pgtrickle.qualified(name));
    IF found.id IS NULL THEN
        RAISE EXCEPTION 'stream table % does not exist', name;
    END IF;
    RETURN found;
END $$;

CREATE FUNCTION pgtrickle.keep_query(id integer, query text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DROP VIEW IF EXISTS pgtrickle.query_%s', id);
    EXECUTE format('CREATE VIEW pgtrickle.query_%s AS %s', id, query);
END $$;

CREATE FUNCTION pgtrickle.create_stream_table(
    name text, query text, schedule text DEFAULT 'calculated', refresh_mode text DEFAULT 'AUTO',
    initialize boolean DEFAULT true
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE made integer;
BEGIN
    EXECUTE format('CREATE TABLE %s AS %s WITH NO DATA', pgtrickle.qualified(name), query);
    INSERT INTO pgtrickle.stream_tables (relation, schedule, refresh_mode)
        VALUES (pgtrickle.qualified(name)::regclass, schedule, upper(refresh_mode)) RETURNING id INTO made;
    PERFORM pgtrickle.keep_query(made, query);
END $$;

CREATE FUNCTION pgtrickle.alter_stream_table(
    name text, query text DEFAULT NULL, schedule text DEFAULT NULL, refresh_mode text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    old pgtrickle.stream_tables := pgtrickle.entry(name);
    edit record;
BEGIN
    UPDATE pgtrickle.stream_tables AS st
        SET schedule = coalesce(alter_stream_table.schedule, st.schedule),
            refresh_mode = coalesce(upper(alter_stream_table.refresh_mode), st.refresh_mode)
        WHERE st.id = old.id;
    IF query IS NULL THEN
        RETURN;
    END IF;
    PERFORM pgtrickle.keep_query(old.id, query);
    FOR edit IN
        SELECT coalesce(now.attname, was.attname) AS name, was.type AS old_type, now.type AS new_type
        FROM pgtrickle.columns_of(to_regclass('pgtrickle.query_' || old.id)) AS now
        FULL JOIN pgtrickle.columns_of(old.relation) AS was USING (attname)
    LOOP
        IF edit.new_type IS NULL THEN
            EXECUTE format('ALTER TABLE %s DROP COLUMN %I', old.relation, edit.name);
        ELSIF edit.old_type IS NULL THEN
            EXECUTE format('ALTER TABLE %s ADD COLUMN %I %s', old.relation, edit.name, edit.new_type);
        ELSIF edit.old_type <> edit.new_type THEN
            EXECUTE format('ALTER TABLE %s ALTER COLUMN %I TYPE %s USING NULL', old.relation, edit.name, edit.new_type);
        END IF;
    END LOOP;
END $$;

CREATE FUNCTION pgtrickle.columns_of(relation regclass) RETURNS TABLE (attname name, type text) LANGUAGE sql STABLE AS $$
    SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a
    WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped
$$;

CREATE FUNCTION pgtrickle.create_stream_table_if_not_exists(
    name text, query text, schedule text DEFAULT 'calculated', refresh_mode text DEFAULT 'AUTO',
    initialize boolean DEFAULT true
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF to_regclass(pgtrickle.qualified(name)) IS NULL THEN
        PERFORM pgtrickle.create_stream_table(name, query, schedule, refresh_mode, initialize);
    END IF;
END $$;

CREATE FUNCTION pgtrickle.create_or_replace_stream_table(
    name text, query text, schedule text DEFAULT 'calculated', refresh_mode text DEFAULT 'AUTO',
    initialize boolean DEFAULT true
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF to_regclass(pgtrickle.qualified(name)) IS NULL THEN
        PERFORM pgtrickle.create_stream_table(name, query, schedule, refresh_mode, initialize);
    ELSE
        PERFORM pgtrickle.alter_stream_table(name, query, schedule, refresh_mode);
    END IF;
END $$;

CREATE FUNCTION pgtrickle.readers(relation regclass) RETURNS SETOF regclass LANGUAGE sql STABLE AS $$
    SELECT DISTINCT st.relation
    FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid AND d.classid = 'pg_rewrite'::regclass
    JOIN pgtrickle.stream_tables st ON to_regclass('pgtrickle.query_' || st.id) = r.ev_class
    WHERE d.refobjid = readers.relation AND st.relation <> readers.relation
$$;

CREATE FUNCTION pgtrickle.drop_stream_table(name text, "cascade" boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    old pgtrickle.stream_tables := pgtrickle.entry(name);
    reader regclass;
    others text;
BEGIN
    SELECT string_agg(one::text, ', ') INTO others FROM pgtrickle.readers(old.relation) AS one;
    IF others IS NOT NULL AND NOT "cascade" THEN
        RAISE EXCEPTION 'cannot drop stream table %: % read it', name, others USING HINT = 'cascade => true';
    END IF;
    -- Its own query goes first, so that a cycle ends.
    EXECUTE format('DROP VIEW pgtrickle.query_%s', old.id);
    DELETE FROM pgtrickle.stream_tables WHERE id = old.id;
    FOR reader IN SELECT pgtrickle.readers(old.relation) LOOP
        IF EXISTS (SELECT FROM pgtrickle.stream_tables WHERE relation = reader) THEN
            PERFORM pgtrickle.drop_stream_table(reader::text, true);
        END IF;
    END LOOP;
    EXECUTE format('DROP TABLE %s', old.relation);
END $$;
