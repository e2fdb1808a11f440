--# kind: index
--# action: index
--# name: materialize.prep.customers_clean
--# cluster: serving
--# index: customers_clean_by_id
CREATE INDEX customers_clean_by_id IN CLUSTER serving ON prep.customers_clean (id);

--# kind: index
--# action: index
--# name: materialize.public.orders
--# cluster: serving
CREATE DEFAULT INDEX IN CLUSTER serving ON orders;

--# kind: index
--# action: index
--# name: materialize.public.orders
CREATE INDEX ON orders (customer_id, (lower(email)));

--# kind: index
--# action: index
--# name: shop.api."Order Status"
--# cluster: serving
--# index: ix_status
--# if_not_exists: yes
CREATE INDEX IF NOT EXISTS ix_status IN CLUSTER serving ON shop.api."Order Status" USING arrangement (state, upper(owner)) WITH (RETAIN HISTORY FOR '1 hour');

--# kind: index
--# action: index
--# name: materialize.public.index
--# cluster: c
--# index: on_time
CREATE INDEX on_time IN CLUSTER c ON index (extract(hour FROM ts));

--# kind: index
--# action: index
--# name: materialize.public.v
CREATE DEFAULT INDEX ON v;

--# kind: index
--# action: drop
--# name: materialize.public.on_time, materialize.prep.customers_clean_by_id
DROP INDEX IF EXISTS on_time, prep.customers_clean_by_id CASCADE;

--# kind: index
--# action: alter
--# name: materialize.prep.customers_clean_by_id
ALTER INDEX prep.customers_clean_by_id SET (RETAIN HISTORY FOR '7 days');

--# kind: index
--# action: rename
--# name: materialize.prep.customers_clean_by_id
--# renamed_to: materialize.prep.by_id
ALTER INDEX prep.customers_clean_by_id RENAME TO by_id;
