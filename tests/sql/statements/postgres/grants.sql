-- Grants and comments.

--# kind: grant
--# action: grant
--# name: postgres.app.users, postgres.public."Order Lines"
GRANT SELECT, INSERT, UPDATE (email, name) ON TABLE app.users, "Order Lines" TO app_user WITH GRANT OPTION;

--# kind: grant
--# action: grant
--# name: postgres.app.users
REVOKE ALL PRIVILEGES ON app.users FROM PUBLIC CASCADE;

--# kind: grant
--# action: grant
--# name: postgres.app.order_id_seq
GRANT USAGE ON SEQUENCE app.order_id_seq TO app_user;

--# kind: grant
--# action: grant
--# name: postgres.app.order_total
GRANT EXECUTE ON FUNCTION app.order_total(bigint) TO app_user, "svc-reader";

--# kind: grant
--# action: grant
--# name: postgres.app, postgres."HR"
GRANT USAGE ON SCHEMA app, "HR" TO app_user;

--# kind: grant
--# action: grant
--# name: shop
GRANT CONNECT, TEMPORARY ON DATABASE shop TO app_user;

--# kind: grant
--# action: grant
GRANT SELECT ON ALL TABLES IN SCHEMA app TO app_user;

--# kind: grant
--# action: grant
--# name: app_user
GRANT app_user TO joe WITH ADMIN OPTION;

--# kind: grant
--# action: grant
ALTER DEFAULT PRIVILEGES FOR ROLE joe IN SCHEMA app GRANT SELECT ON TABLES TO app_user;

--# kind: comment
--# action: comment
--# name: postgres.app.users
COMMENT ON TABLE app.users IS 'people; FROM the CRM -- it''s old';

--# kind: comment
--# action: comment
--# name: postgres.public."Order Lines"
COMMENT ON COLUMN "Order Lines"."from.where" IS $$it's 'quoted'; yes$$;

--# kind: comment
--# action: comment
--# name: shop.app.users
COMMENT ON COLUMN shop.app.users.email IS NULL;

--# kind: comment
--# action: comment
--# name: postgres.app.order_total
COMMENT ON FUNCTION app.order_total(bigint) IS 'gross';

--# kind: comment
--# action: comment
--# name: postgres.app.users_email_key
COMMENT ON INDEX app.users_email_key IS 'log-in';

--# kind: comment
--# action: comment
--# name: pg_trickle
COMMENT ON EXTENSION pg_trickle IS 'stream tables';

--# kind: comment
--# action: comment
--# name: postgres.app."touch_user on users"
COMMENT ON TRIGGER touch_user ON app.users IS 'keeps last';

--# kind: comment
--# action: comment
--# name: postgres.app.users
COMMENT ON CONSTRAINT users_pkey ON app.users IS 'surrogate';

--# kind: comment
--# action: comment
--# name: postgres.app
COMMENT ON SCHEMA app IS E'the app\'s own; \n more';
