CREATE TABLE customers (
    id bigint NOT NULL,
    email text NOT NULL,
    country text
);
COMMENT ON TABLE customers IS 'one row per account, from the billing system';
