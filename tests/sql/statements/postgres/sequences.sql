--# kind: sequence
--# action: create
--# name: postgres.app.order_id_seq
CREATE SEQUENCE app.order_id_seq AS bigint START WITH 1000 INCREMENT BY 5 NO MAXVALUE CACHE 10;

--# kind: sequence
--# action: create
--# name: postgres.public.invoice_no
--# orders: postgres.app.invoices
--# if_not_exists: yes
CREATE SEQUENCE IF NOT EXISTS invoice_no OWNED BY app.invoices.no;

--# kind: sequence
--# action: alter
--# name: postgres.app.order_id_seq
--# orders: postgres.app.orders
ALTER SEQUENCE app.order_id_seq OWNED BY app.orders.id;

--# kind: sequence
--# action: alter
--# name: postgres.app.order_id_seq
ALTER SEQUENCE app.order_id_seq OWNED BY NONE;

--# kind: sequence
--# action: alter
--# name: postgres.public.invoice_no
ALTER SEQUENCE invoice_no RESTART WITH 1;

--# kind: sequence
--# action: rename
--# name: postgres.public.invoice_no
--# renamed_to: postgres.public.invoice_number
ALTER SEQUENCE invoice_no RENAME TO invoice_number;

--# kind: sequence
--# action: drop
--# name: postgres.public.invoice_number
DROP SEQUENCE invoice_number CASCADE;
