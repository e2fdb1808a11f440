CREATE MATERIALIZED VIEW customer_lifetime IN CLUSTER transform AS
WITH purchases AS (
    SELECT customer_id,
           count(*)       AS order_count,
           sum(goods_eur) AS gross_eur,
           min(placed_at) AS first_order_at,
           max(placed_at) AS last_order_at
    FROM prep.orders_enriched
    WHERE status <> 'cancelled'
    GROUP BY customer_id
),
money_back AS (
    SELECT o.customer_id, sum(r.amount) AS refunded
    FROM ingest.refunds AS r
    JOIN ingest.orders AS o ON o.id = r.order_id
    GROUP BY o.customer_id
)
SELECT
    c.customer_id,
    c.email,
    c.region,
    coalesce(p.order_count, 0)                              AS order_count,
    coalesce(p.gross_eur, 0) - coalesce(mb.refunded, 0)     AS lifetime_eur,
    p.first_order_at,
    p.last_order_at,
    lb.points                                               AS loyalty_points
FROM prep.customers_clean AS c
LEFT JOIN purchases       AS p  USING (customer_id)
LEFT JOIN money_back      AS mb USING (customer_id)
LEFT JOIN prep.loyalty_balance AS lb USING (customer_id);

CREATE INDEX customer_lifetime_id IN CLUSTER :"serving_cluster" ON customer_lifetime (customer_id);
GRANT SELECT ON customer_lifetime TO risk_team;
