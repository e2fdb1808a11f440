CREATE VIEW paid_orders AS
    SELECT id, customer_id, placed_at, amount
    FROM raw.orders
    WHERE status IN ('paid', 'shipped');
