CREATE VIEW customers_clean AS
    SELECT id, lower(trim(email)) AS email, coalesce(country, 'unknown') AS country
    FROM raw.customers;
CREATE INDEX customers_clean_by_id IN CLUSTER serving ON customers_clean (id);
