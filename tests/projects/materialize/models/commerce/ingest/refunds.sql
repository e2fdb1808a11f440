CREATE TABLE refunds FROM SOURCE commerce.ingest.orders_pg_src (REFERENCE public.refunds);
