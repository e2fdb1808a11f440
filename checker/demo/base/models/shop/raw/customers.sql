CREATE TABLE customers (
    id bigint NOT NULL,
    email text NOT NULL,
    country text
);
