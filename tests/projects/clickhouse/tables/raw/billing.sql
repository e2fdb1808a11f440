CREATE TABLE raw.billing_cdc ON CLUSTER '{cluster}'
(
    account_id     UInt64,
    plan_id        UInt16,
    status         LowCardinality(String),
    amount_cents   Int64,
    currency       FixedString(3),
    valid_from     DateTime,
    lsn            UInt64,
    is_deleted     UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(lsn, is_deleted)
ORDER BY (account_id, valid_from);
