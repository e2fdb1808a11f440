CREATE TABLE orders FROM SOURCE orders_pg_src (REFERENCE public.orders);
COMMENT ON TABLE orders IS 'One row per order, never deleted upstream';
COMMENT ON COLUMN orders.status IS 'new, paid, packed, shipped, delivered, cancelled';
