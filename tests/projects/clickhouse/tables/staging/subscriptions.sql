CREATE TABLE staging.subscriptions
(
    account_id UInt64,
    plan_id    UInt16,
    valid_from DateTime,
    mrr_cents  Int64,
    sign       Int8,
    version    UInt64
)
ENGINE = VersionedCollapsingMergeTree(sign, version)
ORDER BY (account_id, plan_id, valid_from);
