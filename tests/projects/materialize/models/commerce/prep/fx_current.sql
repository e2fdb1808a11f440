CREATE VIEW fx_current AS
SELECT DISTINCT ON (currency)
       currency, rate_to_eur, valid_from
FROM ingest.fx_rates
OPTIONS (DISTINCT ON INPUT GROUP SIZE = 400)
ORDER BY currency, valid_from DESC;

EXECUTE UNIT TEST newest_rate_wins
FOR commerce.prep.fx_current
MOCK ingest.fx_rates(currency text, rate_to_eur numeric, valid_from timestamptz, loaded_by text) AS (
    SELECT * FROM VALUES
        ('USD', 0.91, '2025-01-01 00:00:00+00'::timestamptz, 'treasury-job'),
        ('USD', 0.93, '2025-01-02 00:00:00+00'::timestamptz, 'treasury-job'),
        ('EUR', 1.00, '2020-01-01 00:00:00+00'::timestamptz, 'seed')
)
EXPECTED(currency text, rate_to_eur numeric, valid_from timestamptz) AS (
    SELECT * FROM VALUES
        ('USD', 0.93, '2025-01-02 00:00:00+00'::timestamptz),
        ('EUR', 1.00, '2020-01-01 00:00:00+00'::timestamptz)
);
