CREATE MATERIALIZED VIEW revenue_by_country IN CLUSTER compute AS
    SELECT c.country, sum(o.amount) AS revenue
    FROM prep.paid_orders o
    JOIN prep.customers_clean c ON c.id = o.customer_id
    GROUP BY c.country;
CREATE INDEX revenue_by_country_idx IN CLUSTER serving ON revenue_by_country (country);
