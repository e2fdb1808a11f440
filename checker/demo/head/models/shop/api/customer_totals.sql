CREATE MATERIALIZED VIEW customer_totals IN CLUSTER serving AS
    SELECT c.id, c.email, s.spent
    FROM prep.customers_clean c
    JOIN marts.top_customers s ON s.customer_id = c.id;
GRANT SELECT ON customer_totals TO web, mobile;
