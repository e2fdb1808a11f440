--# kind: comment
--# action: comment
--# name: materialize.api.customers
COMMENT ON MATERIALIZED VIEW api.customers IS 'contract; FROM prep -- not a comment';

--# kind: comment
--# action: comment
--# name: shop.api.customers
COMMENT ON COLUMN shop.api.customers.email IS 'lower case';

--# kind: comment
--# action: comment
--# name: materialize.public.orders
COMMENT ON COLUMN orders."from" IS 'it''s where it came from';

--# kind: comment
--# action: comment
--# name: materialize.api
COMMENT ON SCHEMA api IS 'contract with other teams';

--# kind: comment
--# action: comment
--# name: shop
COMMENT ON DATABASE shop IS NULL;

--# kind: comment
--# action: comment
--# name: serving
COMMENT ON CLUSTER serving IS 'all dashboards';

--# kind: comment
--# action: comment
--# name: materialize.prep.customers_clean_by_id
COMMENT ON INDEX prep.customers_clean_by_id IS 'point look-ups';

--# kind: comment
--# action: comment
--# name: materialize.external.kafka_main
COMMENT ON CONNECTION external.kafka_main IS $$owned by 'platform'; ask there$$;
