-- Hand-maintained reference data, a few thousand rows each.

CREATE TABLE ref.devices (device_id UInt32, family LowCardinality(String), os LowCardinality(String), max_height UInt16, first_seen Date)
ENGINE = MergeTree ORDER BY device_id;

CREATE TABLE ref.plans
(
    plan_id      UInt16,
    plan_name    String,
    price_cents  UInt32,
    currency     FixedString(3),
    valid_from   Date,
    valid_to     Date DEFAULT '2099-12-31'
) ENGINE = MergeTree ORDER BY (plan_id, valid_from);

CREATE TABLE ref.geo_ip_ranges (prefix String, country FixedString(2), asn UInt32, isp String)
ENGINE = MergeTree ORDER BY prefix;

CREATE TABLE ref.fx_rates (currency FixedString(3), valid_from DateTime, eur_rate Decimal(18, 8))
ENGINE = ReplacingMergeTree ORDER BY (currency, valid_from);

CREATE TABLE ref.experiments (name String, variant String, started_at DateTime, ended_at Nullable(DateTime), owner String)
ENGINE = MergeTree ORDER BY (name, variant);

-- in-memory helpers: joinGet() and IN
CREATE TABLE ref.account_flags (account_id UInt64, is_employee UInt8, risk_score Float32)
ENGINE = Join(ANY, LEFT, account_id);

CREATE TABLE ref.blocked_accounts (account_id UInt64) ENGINE = Set;

CREATE TABLE ref.bot_networks (asn UInt32, reason String) ENGINE = MergeTree ORDER BY asn;
