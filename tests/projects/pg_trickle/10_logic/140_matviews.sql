CREATE MATERIALIZED VIEW mart.mv_district_population AS
SELECT p.district, count(*) AS premises, count(DISTINCT a.customer_id) AS customers
FROM app.premises p LEFT JOIN app.accounts a ON a.premise_id = p.id AND a.closed_on IS NULL
GROUP BY p.district
WITH DATA;

CREATE UNIQUE INDEX mv_district_population_ux ON mart.mv_district_population (district);

-- working days only, used for response-time reports
CREATE MATERIALIZED VIEW mart.mv_business_days AS
SELECT d::date AS day
FROM generate_series(timestamp '2025-01-01', timestamp '2026-12-31', interval '1 day') AS d
WHERE extract(isodow FROM d) < 6
  AND NOT EXISTS (SELECT 1 FROM app.holidays h WHERE h.day = d::date AND h.region = 'ALL');
