CREATE MATERIALIZED VIEW refunds_daily IN CLUSTER compute AS
    SELECT date_trunc('day', placed_at) AS day, count(*) AS refunds
    FROM raw.orders
    WHERE status = 'refunded'
    GROUP BY 1;
