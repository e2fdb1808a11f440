CREATE TABLE order_lines
FROM SOURCE orders_pg_src (REFERENCE public.order_lines)
WITH (EXCLUDE COLUMNS (internal_note));
