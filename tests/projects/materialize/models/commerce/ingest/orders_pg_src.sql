CREATE SOURCE orders_pg_src
    IN CLUSTER ingest
    FROM POSTGRES CONNECTION external.orders_pg (PUBLICATION 'mz_orders');
COMMENT ON SOURCE orders_pg_src IS 'Order service CDC';
