CREATE VIEW order_totals AS
SELECT order_id,
       count(*)                     AS line_count,
       sum(quantity)                AS units,
       sum(net_eur)                 AS goods_eur,
       max(net_eur)                 AS largest_line_eur
FROM order_lines_priced
GROUP BY order_id
OPTIONS (AGGREGATE INPUT GROUP SIZE = 60);
