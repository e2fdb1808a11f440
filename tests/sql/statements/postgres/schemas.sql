-- Schemas, databases, extensions, roles.

--# kind: schema
--# action: create
--# name: postgres.app
--# if_not_exists: yes
CREATE SCHEMA IF NOT EXISTS app;

--# kind: schema
--# action: create
--# name: postgres.joe
CREATE SCHEMA AUTHORIZATION joe;

--# kind: schema
--# action: create
--# name: postgres."HR"
CREATE SCHEMA "HR" AUTHORIZATION joe;

--# kind: schema
--# action: rename
--# name: postgres.app
--# renamed_to: postgres.app_old
ALTER SCHEMA app RENAME TO app_old;

--# kind: schema
--# action: alter
--# name: postgres.app_old
ALTER SCHEMA app_old OWNER TO joe;

--# kind: schema
--# action: drop
--# name: postgres.app_old, postgres."HR"
DROP SCHEMA IF EXISTS app_old, "HR" CASCADE;

--# kind: database
--# action: create
--# name: shop
CREATE DATABASE shop WITH OWNER = joe ENCODING 'UTF8' TEMPLATE template0;

--# kind: database
--# action: alter
--# name: shop
ALTER DATABASE shop SET timezone TO 'UTC';

--# kind: database
--# action: drop
--# name: shop
DROP DATABASE IF EXISTS shop WITH (FORCE);

--# kind: extension
--# action: create
--# name: "uuid-ossp"
--# if_not_exists: yes
CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA public;

--# kind: extension
--# action: create
--# name: pg_trickle
CREATE EXTENSION pg_trickle CASCADE;

--# kind: extension
--# action: alter
--# name: pg_trickle
ALTER EXTENSION pg_trickle UPDATE TO '0.89';

--# kind: extension
--# action: drop
--# name: pg_trickle
DROP EXTENSION pg_trickle;

--# kind: role
--# action: create
--# name: app_user
CREATE ROLE app_user WITH NOLOGIN CONNECTION LIMIT 10;

--# kind: role
--# action: create
--# name: "svc-reader"
CREATE USER "svc-reader" PASSWORD 'a;b' IN ROLE app_user;

--# kind: role
--# action: alter
--# name: app_user
ALTER ROLE app_user IN DATABASE shop SET statement_timeout = '5s';

--# kind: role
--# action: drop
--# name: app_user, joe
DROP ROLE IF EXISTS app_user, joe;
