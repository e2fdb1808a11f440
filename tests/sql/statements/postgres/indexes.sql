--# kind: index
--# action: index
--# name: postgres.app.users
--# index: users_email_key
--# if_not_exists: yes
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS users_email_key ON app.users USING btree (lower(email) text_pattern_ops) INCLUDE (id) WHERE deleted_at IS NULL;

--# kind: index
--# action: index
--# name: postgres.public.orders
CREATE INDEX ON orders (customer_id DESC NULLS LAST);

--# kind: index
--# action: index
--# name: postgres.log."Events"
--# index: events_body
CREATE INDEX events_body ON ONLY log."Events" USING gin (body jsonb_path_ops) WITH (fastupdate = off);

--# kind: index
--# action: index
--# name: postgres.public.view
--# index: on_from
CREATE INDEX on_from ON view ((extract(year FROM ts AT TIME ZONE 'utc')), (data ->> 'on ghost'));

--# kind: index
--# action: alter
--# name: postgres.app.users_email_key
ALTER INDEX IF EXISTS app.users_email_key SET (fillfactor = 75);

--# kind: index
--# action: rename
--# name: postgres.app.users_email_key
--# renamed_to: postgres.app.users_mail_key
ALTER INDEX app.users_email_key RENAME TO users_mail_key;

--# kind: index
--# action: drop
--# name: postgres.app.users_mail_key, postgres.public.on_from
DROP INDEX CONCURRENTLY IF EXISTS app.users_mail_key, on_from;
