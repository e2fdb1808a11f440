CREATE CONNECTION orders_pg TO POSTGRES (
    HOST :'orders_pg_host',
    PORT 5432,
    USER 'materialize',
    PASSWORD SECRET orders_pg_password,
    DATABASE 'orders',
    SSL MODE 'require',
    SSH TUNNEL bastion
);
COMMENT ON CONNECTION orders_pg IS 'Primary of the order service, read through publication mz_orders';
