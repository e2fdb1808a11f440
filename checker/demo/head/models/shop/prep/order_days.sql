CREATE VIEW order_days AS
    SELECT id, date_trunc('day', placed_at) AS day FROM prep.paid_orders;
