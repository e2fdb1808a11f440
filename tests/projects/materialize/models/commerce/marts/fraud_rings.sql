-- Label propagation over shared cards and shared shipping addresses: each customer ends up
-- with the smallest customer id reachable from it.
CREATE MATERIALIZED VIEW fraud_rings IN CLUSTER transform AS
WITH MUTUALLY RECURSIVE
    links (a bigint, b bigint) AS (
        SELECT DISTINCT x.customer_id, y.customer_id
        FROM prep.orders_enriched AS x
        JOIN prep.orders_enriched AS y USING (card_fingerprint)
        WHERE x.customer_id <> y.customer_id
        UNION
        SELECT DISTINCT m.customer_id, n.customer_id
        FROM ingest.addresses AS m
        JOIN ingest.addresses AS n
          ON n.line1 = m.line1 AND n.postal_code = m.postal_code
        WHERE m.customer_id <> n.customer_id
    ),
    label (customer_id bigint, ring_id bigint) AS (
        SELECT customer_id, min(ring_id)
        FROM (
            SELECT a AS customer_id, a AS ring_id FROM links
            UNION ALL
            SELECT l.b, lb.ring_id
            FROM links AS l
            JOIN label AS lb ON lb.customer_id = l.a
        ) AS candidates
        GROUP BY customer_id
    ),
    ring_size (ring_id bigint, members bigint) AS (
        SELECT ring_id, count(*) FROM label GROUP BY ring_id
    )
SELECT label.customer_id, label.ring_id, ring_size.members
FROM label
JOIN ring_size ON ring_size.ring_id = label.ring_id
WHERE ring_size.members >= 3;

GRANT SELECT ON fraud_rings TO risk_team;
