CREATE MATERIALIZED VIEW refund_ratio (product_id, refunded_orders, total_orders, ratio)
IN CLUSTER transform AS
SELECT l.product_id,
       count(DISTINCT r.order_id),
       count(DISTINCT l.order_id),
       round(count(DISTINCT r.order_id)::numeric / count(DISTINCT l.order_id), 4)
FROM prep.order_lines_priced AS l
LEFT JOIN ingest.refunds AS r ON r.order_id = l.order_id AND r.reason <> 'goodwill'
GROUP BY l.product_id
HAVING count(DISTINCT l.order_id) >= 20;
