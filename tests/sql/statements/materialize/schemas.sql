-- Schemas and databases, and the directive of a stable schema.

--# kind: database
--# action: create
--# name: shop
--# if_not_exists: yes
CREATE DATABASE IF NOT EXISTS shop;

--# kind: schema
--# action: create
--# name: materialize.api
CREATE SCHEMA api;

--# kind: schema
--# action: create
--# name: shop."Sales Team"
--# if_not_exists: yes
CREATE SCHEMA IF NOT EXISTS shop."Sales Team";

--# kind: schema
--# action: exchange
--# name: materialize.api, materialize.api_staging
ALTER SCHEMA api SWAP WITH api_staging;

--# kind: schema
--# action: rename
--# name: shop.prep
--# renamed_to: shop.prep_old
ALTER SCHEMA shop.prep RENAME TO prep_old;

--# kind: schema
--# action: alter
--# name: materialize.api
ALTER SCHEMA api OWNER TO platform;

--# kind: schema
--# action: drop
--# name: shop.prep_old
DROP SCHEMA IF EXISTS shop.prep_old CASCADE;

--# kind: database
--# action: drop
--# name: shop
DROP DATABASE shop RESTRICT;

--# kind: schema
--# action: option
--# name: materialize.public
--# options: api=stable
SET api = stable;

--# kind: schema
--# action: option
--# name: materialize.public
--# options: api=stable
set API to 'STABLE';
