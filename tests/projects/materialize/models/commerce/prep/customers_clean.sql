CREATE VIEW customers_clean AS
SELECT
    c.id                                        AS customer_id,
    lower(trim(c.email))                        AS email,
    initcap(c.full_name)                        AS full_name,
    coalesce(co.name, 'unknown')                AS country,
    co.region,
    c.marketing_opt_in,
    c.referred_by,
    c.created_at
FROM ingest.customers AS c
LEFT JOIN ingest.countries AS co ON co.code = upper(c.country_code)
WHERE c.deleted_at IS NULL;

CREATE INDEX customers_clean_by_id IN CLUSTER transform ON customers_clean (customer_id);

COMMENT ON VIEW customers_clean IS 'Live customers only; GDPR-deleted rows never get past here';
COMMENT ON COLUMN customers_clean.region IS 'NULL when the country code is not in ingest.countries';

EXECUTE UNIT TEST drops_deleted_and_normalises_email
FOR commerce.prep.customers_clean
MOCK commerce.ingest.customers(id bigint, email text, full_name text, country_code text, marketing_opt_in boolean, referred_by bigint, locale text, created_at timestamptz, deleted_at timestamptz) AS (
    SELECT * FROM (VALUES
        (1, ' Ann@Example.org ', 'ann archer', 'de', true, NULL::bigint, 'de-DE', '2024-01-02 00:00:00+00'::timestamptz, NULL::timestamptz),
        (2, 'bob@example.org', 'bob brook', 'zz', false, 1, 'en-GB', '2024-02-02 00:00:00+00'::timestamptz, '2024-03-01 00:00:00+00'::timestamptz)
    ) AS m
),
MOCK commerce.ingest.countries(code text, name text, region text, vat_rate numeric) AS (
    SELECT * FROM (VALUES ('DE', 'Germany', 'DACH', 0.19)) AS m
)
EXPECTED(customer_id bigint, email text, full_name text, country text, region text, marketing_opt_in boolean, referred_by bigint, created_at timestamptz) AS (
    SELECT * FROM (VALUES
        (1, 'ann@example.org', 'Ann Archer', 'Germany', 'DACH', true, NULL::bigint, '2024-01-02 00:00:00+00'::timestamptz)
    ) AS e
);
