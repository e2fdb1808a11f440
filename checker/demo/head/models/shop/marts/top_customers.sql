CREATE MATERIALIZED VIEW top_customers IN CLUSTER compute AS
    SELECT customer_id, sum(amount) AS spent
    FROM prep.paid_orders
    GROUP BY customer_id
    HAVING sum(amount) > 1000;
