-- depends on a view, not on a table; reload after deploying views/accounts.sql
CREATE OR REPLACE DICTIONARY ref.account_segment_dict ON CLUSTER '{cluster}'
(
    `account_id` UInt64,
    `segment` String DEFAULT 'new'
)
PRIMARY KEY account_id
SOURCE(CLICKHOUSE(
    QUERY 'SELECT account_id, segment FROM marts.account_value WHERE segment != \'none\''
))
LAYOUT(SPARSE_HASHED())
LIFETIME(MIN 3000 MAX 4000)
COMMENT 'segment per account for ad targeting';
