-- Filled by the treasury job over pgwire, a few rows per day.
CREATE TABLE fx_rates (
    currency    text        NOT NULL,
    rate_to_eur numeric     NOT NULL,
    valid_from  timestamptz NOT NULL,
    loaded_by   text        NOT NULL DEFAULT 'treasury-job'
);
GRANT SELECT, INSERT ON fx_rates TO data_platform;
