--# kind: dictionary
--# action: create
--# name: clickhouse.geo.regions
--# reads: clickhouse.geo.regions_src
CREATE DICTIONARY geo.regions
(
    id UInt64,
    parent UInt64 DEFAULT 0 HIERARCHICAL,
    name String DEFAULT 'FROM ghost',
    zone String EXPRESSION upper(zone) INJECTIVE
)
PRIMARY KEY id
SOURCE(CLICKHOUSE(HOST 'localhost' PORT tcpPort() USER 'default' PASSWORD '' DB 'geo' TABLE 'regions_src'))
LAYOUT(HASHED())
LIFETIME(MIN 300 MAX 600);

--# kind: dictionary
--# action: create
--# name: clickhouse.default.prices
--# reads: clickhouse.default.price_list
--# cluster: {cluster}
--# replaces: yes
CREATE OR REPLACE DICTIONARY prices ON CLUSTER '{cluster}' (id UInt64, price Float64) PRIMARY KEY id
SOURCE(CLICKHOUSE(TABLE 'price_list')) LAYOUT(FLAT()) LIFETIME(60);

--# kind: dictionary
--# action: create
--# name: clickhouse.ref.latest
--# reads: clickhouse.crm.people, clickhouse.crm.states
--# if_not_exists: yes
CREATE DICTIONARY IF NOT EXISTS ref.latest (`id` UInt64, `name` String, since Date, until Date)
PRIMARY KEY id
SOURCE(CLICKHOUSE(
    QUERY 'SELECT p.id, argMax(p.name, p.at) AS name, min(s.d) AS since, max(s.d) AS until FROM crm.people AS p JOIN crm.states s ON s.id = p.id WHERE p.kind = \'from ghost\' GROUP BY p.id'
    INVALIDATE_QUERY 'SELECT max(at) FROM crm.people'
))
LAYOUT(RANGE_HASHED(range_lookup_strategy 'max'))
RANGE(MIN since MAX until)
LIFETIME(MIN 0 MAX 1000)
SETTINGS(format_csv_allow_single_quotes = 0)
COMMENT 'SOURCE(CLICKHOUSE(TABLE ghost))';

--# kind: dictionary
--# action: create
--# name: clickhouse.ref.rates
CREATE DICTIONARY ref.rates (code String, rate Float64) PRIMARY KEY code
SOURCE(HTTP(URL 'https://rates.internal/table.csv' FORMAT 'CSVWithNames' HEADERS(HEADER(NAME 'api' VALUE 'k'))))
LAYOUT(COMPLEX_KEY_CACHE(SIZE_IN_CELLS 1000)) LIFETIME(3600);

--# kind: dictionary
--# action: create
--# name: clickhouse.ref.accounts
CREATE DICTIONARY ref.accounts (id UInt64, name String) PRIMARY KEY id
SOURCE(POSTGRESQL(PORT 5432 HOST 'pg' USER 'r' PASSWORD 'p' DB 'shop' TABLE 'accounts'))
LAYOUT(HASHED_ARRAY()) LIFETIME(MIN 1 MAX 2);

--# kind: dictionary
--# action: drop
--# name: clickhouse.geo.regions
DROP DICTIONARY IF EXISTS geo.regions SYNC;

--# kind: dictionary
--# action: rename
--# name: clickhouse.default.prices
--# renamed_to: clickhouse.ref.prices
RENAME DICTIONARY prices TO ref.prices;

--# kind: dictionary
--# action: exchange
--# name: clickhouse.ref.prices, clickhouse.ref.prices_new
EXCHANGE DICTIONARIES ref.prices AND ref.prices_new;

--# kind: dictionary
--# action: create
--# name: clickhouse.default.soft
CREATE DICTIONARY soft (Key UInt64, `Value` String DEFAULT '', Max Int8) PRIMARY KEY Key
SOURCE(HTTP(URL 'http://h/' FORMAT 'TSV')) LAYOUT(FLAT()) LIFETIME(0);
