CREATE MATERIALIZED VIEW revenue_daily IN CLUSTER compute AS
    SELECT d.day, sum(o.amount) AS revenue
    FROM prep.paid_orders o
    JOIN prep.order_days d ON d.id = o.id
    GROUP BY d.day;
