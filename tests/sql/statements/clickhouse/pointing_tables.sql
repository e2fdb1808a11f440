-- Tables that hold no rows of their own: Distributed, Buffer, Merge, Dictionary.

--# kind: table
--# action: create
--# name: clickhouse.analytics.events
--# reads: clickhouse.analytics.events_local
--# cluster: main
CREATE TABLE analytics.events ON CLUSTER main AS analytics.events_local
ENGINE = Distributed(main, analytics, events_local, cityHash64(user_id));

--# kind: table
--# action: create
--# name: clickhouse.default.events
--# reads: clickhouse.default.events_local
CREATE TABLE events (id UInt64, user_id UInt64) ENGINE = Distributed('{cluster}', currentDatabase(), 'events_local', rand());

--# kind: table
--# action: create
--# name: clickhouse.default.events_b
--# reads: clickhouse.shard."Events_Local"
CREATE TABLE events_b (id UInt64) ENGINE=Distributed ( 'main' , "shard" , `Events_Local` /* , ghost */ );

--# kind: table
--# action: create
--# name: clickhouse.default.hits_buffer
--# reads: clickhouse.default.hits, clickhouse.stats.hits
CREATE TABLE hits_buffer AS hits ENGINE = Buffer('stats', 'hits', 16, 10, 100, 10000, 1000000, 10000000, 100000000);

--# kind: table
--# action: create
--# name: clickhouse.default.all_hits
--# reads: clickhouse.stats.hits_2024
--# matches: stats/^hits_[0-9]+$
CREATE TABLE all_hits AS stats.hits_2024 ENGINE = Merge(stats, '^hits_[0-9]+$');

--# kind: table
--# action: create
--# name: clickhouse.default.all_logs
--# matches: default/^log_
CREATE TABLE all_logs (ts DateTime, line String) ENGINE = Merge(currentDatabase(), '^log_');

--# kind: table
--# action: create
--# name: clickhouse.default.all_tenants
--# matches: REGEXP('^tenant_')/^orders$
CREATE TABLE all_tenants (id UInt64) ENGINE = Merge(REGEXP('^tenant_'), '^orders$');

--# kind: table
--# action: create
--# name: clickhouse.ref.countries_table
--# reads: clickhouse.ref.countries
CREATE TABLE ref.countries_table (code String, label String) ENGINE = Dictionary('ref.countries');

--# kind: table
--# action: create
--# name: clickhouse.default.prices_table
--# reads: clickhouse.default.prices
CREATE TABLE prices_table (id UInt64, price Float64) ENGINE = Dictionary(prices);
