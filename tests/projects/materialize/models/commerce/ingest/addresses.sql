CREATE TABLE addresses FROM SOURCE orders_pg_src (REFERENCE public.addresses);
