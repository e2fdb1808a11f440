--# kind: unit test
--# action: test
--# name: shop.prep.customers_clean
EXECUTE UNIT TEST lowers_email FOR shop.prep.customers_clean
  MOCK shop.raw.customers(id int, email text) AS (SELECT * FROM (VALUES (1, 'A@x')))
  EXPECTED(id int, email text) AS (SELECT * FROM (VALUES (1, 'a@x')));

--# kind: unit test
--# action: test
--# name: materialize.public.totals
EXECUTE UNIT TEST "sums; per region" FOR totals
MOCK orders(id bigint, region text, amount numeric(10, 2)) AS (
    WITH base AS (SELECT * FROM (VALUES (1, 'north;', 10.5), (2, 'south', 1)) AS v(id, region, amount))
    SELECT id, region, amount FROM base
),
MOCK regions(name text) AS (SELECT 'north;' UNION ALL SELECT 'south')
EXPECTED(region text, total numeric(10, 2)) AS (
    SELECT 'north;', 10.5 UNION ALL SELECT 'south', 1
);
