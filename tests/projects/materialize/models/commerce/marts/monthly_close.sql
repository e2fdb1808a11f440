-- Finance reads this on the second working day; a daily refresh is plenty.
CREATE MATERIALIZED VIEW monthly_close
IN CLUSTER batch_refresh
WITH (
    REFRESH AT CREATION,
    REFRESH EVERY '1 day' ALIGNED TO '2025-01-01 02:30:00'
) AS
SELECT to_char(date_trunc('month', r.day), 'YYYY-MM') AS period,
       r.region,
       sum(r.revenue_eur) AS revenue_eur,
       sum(r.orders)      AS orders,
       co.vat_rate,
       round(sum(r.revenue_eur) * coalesce(co.vat_rate, 0), 2) AS vat_eur
FROM marts.revenue_daily AS r
LEFT JOIN (SELECT region, max(vat_rate) AS vat_rate FROM ingest.countries GROUP BY region) AS co
       ON co.region = r.region
GROUP BY 1, r.region, co.vat_rate;
