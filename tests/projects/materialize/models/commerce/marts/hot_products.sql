CREATE MATERIALIZED VIEW hot_products IN CLUSTER transform AS
SELECT e.product_id,
       p.title,
       count(*) FILTER (WHERE e.event_type = 'view')        AS views_last_hour,
       count(*) FILTER (WHERE e.event_type = 'add_to_cart') AS adds_last_hour
FROM prep.page_events_parsed AS e
JOIN prep.products_flat AS p ON p.product_id = e.product_id
WHERE mz_now() >= e.event_ts
  AND mz_now() <  e.event_ts + INTERVAL '1 hour'
GROUP BY e.product_id, p.title
HAVING count(*) > 3;

EXECUTE UNIT TEST only_the_last_hour_counts
FOR commerce.marts.hot_products
AT TIME '2025-05-01 12:00:00'
MOCK commerce.prep.page_events_parsed(event_id text, visitor_id text, event_type text, url text, customer_id bigint, product_id bigint, event_ts timestamptz, received_at timestamp) AS (
    SELECT 'e' || n::text, 'v', 'view', '/p/1', NULL::bigint, 1::bigint,
           '2025-05-01 11:30:00+00'::timestamptz, '2025-05-01 11:30:01'::timestamp
    FROM generate_series(1, 4) AS n
    UNION ALL
    SELECT 'old', 'v', 'view', '/p/1', NULL::bigint, 1::bigint,
           '2025-05-01 10:30:00+00'::timestamptz, '2025-05-01 10:30:01'::timestamp
),
MOCK commerce.prep.products_flat(product_id bigint, sku text, title text, category_id bigint, list_price numeric, brand text, weight_g int, is_fragile boolean, tags jsonb) AS (
    SELECT 1::bigint, 'SKU-1', 'Kettle', 10::bigint, 39.90::numeric, 'Acme', 900, false, '[]'::jsonb
)
EXPECTED(product_id bigint, title text, views_last_hour bigint, adds_last_hour bigint) AS (
    SELECT 1::bigint, 'Kettle', 4::bigint, 0::bigint
);
