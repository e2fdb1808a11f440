-- LATERAL + LIMIT is the TopK shape Materialize maintains well; don't turn it into row_number().
CREATE VIEW top_products_per_category AS
SELECT cat.id AS category_id, cat.title AS category, top.sku, top.units, top.net_eur
FROM ingest.product_categories AS cat,
     LATERAL (
         SELECT l.sku, sum(l.quantity) AS units, sum(l.net_eur) AS net_eur
         FROM prep.order_lines_priced AS l
         WHERE l.category_id = cat.id
           AND l.sku IS NOT NULL
         GROUP BY l.sku
         ORDER BY sum(l.net_eur) DESC, l.sku
         LIMIT :top_n
     ) AS top;

CREATE INDEX top_products_by_category IN CLUSTER serving ON top_products_per_category (category_id);
