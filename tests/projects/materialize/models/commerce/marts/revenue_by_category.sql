CREATE MATERIALIZED VIEW revenue_by_category IN CLUSTER transform AS
SELECT ct.root_id, split_part(ct.path, '/', 1) AS root_slug,
       date_trunc('month', l.placed_at) AS month,
       sum(l.net_eur) AS net_eur, sum(l.quantity) AS units
FROM prep.order_lines_priced l
JOIN prep.category_tree ct ON ct.category_id = l.category_id
GROUP BY ct.root_id, split_part(ct.path, '/', 1), date_trunc('month', l.placed_at);
