CREATE MATERIALIZED VIEW customers IN CLUSTER transform AS
SELECT
    cl.customer_id,
    cl.email,
    cl.order_count,
    cl.lifetime_eur,
    lt.tier AS loyalty_tier
FROM marts.customer_lifetime AS cl
LEFT JOIN marts.loyalty_tiers AS lt ON lt.customer_id = cl.customer_id;

CREATE INDEX api_customers_id IN CLUSTER serving ON customers (customer_id);
GRANT SELECT ON customers TO storefront_api;
