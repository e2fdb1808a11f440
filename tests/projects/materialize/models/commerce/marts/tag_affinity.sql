-- pairs of tags bought together; symmetric pairs are kept once
CREATE MATERIALIZED VIEW tag_affinity IN CLUSTER transform AS
WITH order_tags AS (
    SELECT DISTINCT l.order_id, t.tag
    FROM prep.order_lines_priced AS l
    JOIN prep.product_tags AS t ON t.product_id = l.product_id
)
SELECT x.tag AS tag_a, y.tag AS tag_b, count(*) AS together
FROM order_tags AS x
JOIN order_tags AS y ON y.order_id = x.order_id AND x.tag < y.tag
GROUP BY x.tag, y.tag;
