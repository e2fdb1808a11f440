create table products from source ingest.orders_pg_src (reference catalogue.products);
comment on column products.attributes is 'free-form, filled by the merchandising tool';
