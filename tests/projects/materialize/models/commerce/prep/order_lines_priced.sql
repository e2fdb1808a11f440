CREATE VIEW order_lines_priced AS
WITH with_currency AS (
    SELECT l.order_id, l.line_no, l.product_id, l.quantity,
           l.unit_price, coalesce(l.discount, 0) AS discount,
           o.currency, o.placed_at
    FROM ingest.order_lines AS l
    JOIN ingest.orders AS o ON o.id = l.order_id
    WHERE o.status <> 'cancelled'
)
SELECT
    w.order_id,
    w.line_no,
    w.product_id,
    p.sku,
    p.category_id,
    w.quantity,
    w.placed_at,
    round((w.quantity * w.unit_price - w.discount) * fx.rate_to_eur, 2) AS net_eur
FROM with_currency AS w
JOIN prep.fx_current AS fx USING (currency)
LEFT JOIN prep.products_flat AS p ON p.product_id = w.product_id;

CREATE INDEX order_lines_priced_by_order IN CLUSTER transform ON order_lines_priced (order_id);
CREATE INDEX order_lines_priced_by_product IN CLUSTER transform ON order_lines_priced (product_id);
