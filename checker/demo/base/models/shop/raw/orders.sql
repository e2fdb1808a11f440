CREATE TABLE orders (
    id bigint NOT NULL,
    customer_id bigint NOT NULL,
    placed_at timestamp NOT NULL,
    status text NOT NULL,
    amount numeric NOT NULL
);
