/* The wide order row. Everything downstream that says "order" should start here.
   Do not join ingest.orders again: status cleaning happens in the CASE below. */
CREATE VIEW orders_enriched AS
SELECT
    o.id AS order_id,
    o.customer_id,
    c.email,
    c.country,
    c.region,
    o.channel,
    CASE
        WHEN o.status = 'paid' AND pay.state IS DISTINCT FROM 'captured' THEN 'payment_pending'
        WHEN o.status IN ('packed', 'shipped') THEN 'in_fulfilment'
        ELSE o.status
    END AS status,
    o.placed_at,
    o.updated_at,
    t.line_count,
    t.units,
    t.goods_eur,
    pay.provider AS payment_provider,
    pay.card_fingerprint,
    a.city AS ship_city,
    a.postal_code AS ship_postal_code,
    EXISTS (SELECT 1 FROM ingest.refunds AS r WHERE r.order_id = o.id) AS has_refund
FROM ingest.orders AS o
JOIN customers_clean AS c ON c.customer_id = o.customer_id
LEFT JOIN order_totals AS t ON t.order_id = o.id
LEFT JOIN payments_latest AS pay ON pay.order_id = o.id
LEFT JOIN ingest.addresses AS a ON a.id = o.shipping_address_id;

CREATE INDEX orders_enriched_by_order IN CLUSTER transform ON orders_enriched (order_id);
CREATE INDEX orders_enriched_by_customer IN CLUSTER transform ON orders_enriched (customer_id);
