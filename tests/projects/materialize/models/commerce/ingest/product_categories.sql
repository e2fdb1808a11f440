create table product_categories from source ingest.orders_pg_src (reference catalogue.categories);
