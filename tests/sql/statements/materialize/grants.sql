--# kind: grant
--# action: grant
--# name: materialize.api.customers
GRANT SELECT ON api.customers TO reader;

--# kind: grant
--# action: grant
--# name: materialize.public.orders, shop.api."Order Status"
GRANT SELECT, INSERT ON TABLE orders, shop.api."Order Status" TO reader, writer;

--# kind: grant
--# action: grant
--# name: serving
GRANT USAGE ON CLUSTER serving TO reader;

--# kind: grant
--# action: grant
--# name: shop.api
GRANT USAGE, CREATE ON SCHEMA shop.api TO platform;

--# kind: grant
--# action: grant
--# name: shop
GRANT USAGE ON DATABASE shop TO reader;

--# kind: grant
--# action: grant
--# name: materialize.external.kafka_main
GRANT USAGE ON CONNECTION external.kafka_main TO ingester;

--# kind: grant
--# action: grant
--# name: materialize.external.kafka_password
REVOKE USAGE ON SECRET external.kafka_password FROM ingester;

--# kind: grant
--# action: grant
GRANT CREATEDB, CREATECLUSTER ON SYSTEM TO platform;

--# kind: grant
--# action: grant
--# name: reader
GRANT reader TO "dev@example.com";

--# kind: grant
--# action: grant
ALTER DEFAULT PRIVILEGES FOR ROLE platform IN SCHEMA api GRANT SELECT ON TABLES TO reader;

--# kind: grant
--# action: grant
ALTER DEFAULT PRIVILEGES FOR ALL ROLES IN DATABASE shop REVOKE USAGE ON SCHEMAS FROM reader;
