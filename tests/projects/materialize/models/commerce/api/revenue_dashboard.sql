CREATE MATERIALIZED VIEW revenue_dashboard IN CLUSTER transform AS
SELECT day, region, orders, revenue_eur,
       sum(revenue_eur) OVER (PARTITION BY region ORDER BY day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS revenue_7d,
       lag(revenue_eur, 7) OVER (PARTITION BY region ORDER BY day) AS revenue_week_ago
FROM marts.revenue_daily;
CREATE DEFAULT INDEX IN CLUSTER serving ON revenue_dashboard;
