CREATE MATERIALIZED VIEW fraud_review_queue IN CLUSTER transform AS
SELECT f.ring_id, f.members, o.order_id, o.customer_id, o.goods_eur, o.placed_at
FROM marts.fraud_rings AS f
JOIN prep.orders_enriched AS o ON o.customer_id = f.customer_id
WHERE o.status IN ('new', 'payment_pending', 'paid')
  AND o.goods_eur > 50
  AND f.customer_id NOT IN (SELECT customer_id FROM prep.loyalty_balance WHERE points_earned > 5000);
GRANT SELECT ON fraud_review_queue TO risk_team;
