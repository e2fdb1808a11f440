CREATE TABLE customers
FROM SOURCE orders_pg_src (REFERENCE public.customers)
WITH (
    TEXT COLUMNS (locale),
    EXCLUDE COLUMNS (password_hash, mfa_seed)
);
GRANT SELECT ON TABLE customers TO risk_team;
