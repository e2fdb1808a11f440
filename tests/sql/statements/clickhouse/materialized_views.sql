--# kind: materialized view
--# action: create
--# name: clickhouse.analytics.mv_daily
--# reads: clickhouse.analytics.events
--# writes: clickhouse.analytics.daily
--# cluster: {cluster}
--# if_not_exists: yes
CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.mv_daily ON CLUSTER '{cluster}'
TO analytics.daily (day Date, n UInt64)
AS SELECT toDate(ts) AS day, count() AS n FROM analytics.events GROUP BY day;

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_inner
--# reads: clickhouse.default.hits
CREATE MATERIALIZED VIEW mv_inner
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (day, url)
TTL day + toIntervalDay(30)
SETTINGS index_granularity = 1024
POPULATE
AS SELECT toDate(ts) AS day, url, uniqState(user_id) AS users FROM hits GROUP BY day, url;

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_join
--# reads: clickhouse.default.customers, clickhouse.default.orders, clickhouse.ref.rates
--# writes: clickhouse.marts.orders_wide
CREATE MATERIALIZED VIEW mv_join TO marts.orders_wide AS
WITH rates AS (SELECT currency, rate FROM ref.rates)
SELECT o.id, c.name, o.total * r.rate AS total
FROM orders AS o
LEFT JOIN customers AS c ON c.id = o.customer_id
LEFT JOIN rates AS r ON r.currency = o.currency;

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_secure
--# reads: clickhouse.ingest.queue
--# writes: clickhouse.default.hits
CREATE MATERIALIZED VIEW mv_secure TO hits
DEFINER = ingest_user SQL SECURITY DEFINER
AS SELECT JSONExtractString(body, 'from') AS url, ts FROM ingest.queue
COMMENT 'from the queue; TO ghost';

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_of_mv
--# reads: clickhouse.default.mv_inner
--# writes: clickhouse.default."Monthly"
CREATE MATERIALIZED VIEW mv_of_mv TO `Monthly` AS
SELECT toStartOfMonth(day) AS month, uniqMergeState(users) AS users FROM mv_inner GROUP BY month;

-- Reads what it writes.
--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_loop
--# reads: clickhouse.default.edges, clickhouse.default.paths
--# writes: clickhouse.default.paths
CREATE MATERIALIZED VIEW mv_loop TO paths AS
SELECT e.src, p.dst FROM edges e JOIN paths p ON p.src = e.dst;

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_hourly
--# reads: clickhouse.default.hits
--# writes: clickhouse.marts.hourly
CREATE MATERIALIZED VIEW mv_hourly
REFRESH EVERY 1 HOUR OFFSET 5 MINUTE RANDOMIZE FOR 10 SECOND
TO marts.hourly AS
SELECT toStartOfHour(ts) AS h, count() AS n FROM hits GROUP BY h;

--# kind: materialized view
--# action: create
--# name: clickhouse.marts.mv_report
--# reads: clickhouse.marts.hourly
--# writes: clickhouse.marts.report
--# orders: clickhouse.default.mv_hourly, clickhouse.marts.mv_other
--# cluster: main
CREATE MATERIALIZED VIEW marts.mv_report ON CLUSTER main
REFRESH EVERY 1 DAY DEPENDS ON default.mv_hourly, marts.mv_other SETTINGS refresh_retries = 3
APPEND TO marts.report
EMPTY AS
SELECT toDate(h) AS day, sum(n) AS n FROM marts.hourly GROUP BY day;

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_after
--# reads: clickhouse.default.hits
CREATE MATERIALIZED VIEW mv_after REFRESH AFTER 30 SECOND (n UInt64) ENGINE = Memory AS SELECT count() AS n FROM hits;

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_when_ready
--# reads: clickhouse.default.a
--# writes: clickhouse.default.b
--# orders: clickhouse.default.mv_hourly
CREATE MATERIALIZED VIEW mv_when_ready REFRESH DEPENDS ON mv_hourly TO b AS SELECT x FROM a;

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_replaced
--# reads: clickhouse.default.a
--# writes: clickhouse.default.b
--# replaces: yes
CREATE OR REPLACE MATERIALIZED VIEW mv_replaced TO b AS SELECT x FROM a WHERE y = 'TO ghost AS SELECT 1 FROM ghost';

--# kind: materialized view
--# action: create
--# name: clickhouse.default.mv_unfolded
--# reads: clickhouse.default.batches
--# writes: clickhouse.default.items
create materialized view mv_unfolded uuid '0b6f3a9e-5d61-4c52-9f5a-2f3b8a3f7c11' to items as
select b.id, item.1 as sku, item.2 as qty
from batches b array join b.items as item
where item.2 > 0 and b.id not in (select 0);

-- MODIFY QUERY gives an MV a new definition. It is written as ALTER TABLE.
--# kind: table
--# action: alter
--# name: clickhouse.analytics.mv_daily
--# reads: clickhouse.analytics.events, clickhouse.analytics.holidays
--# cluster: {cluster}
ALTER TABLE analytics.mv_daily ON CLUSTER '{cluster}' MODIFY QUERY
SELECT toDate(ts) AS day, count() AS n FROM analytics.events
WHERE toDate(ts) NOT IN (SELECT day FROM analytics.holidays) GROUP BY day;

--# kind: table
--# action: alter
--# name: clickhouse.marts.mv_report
--# orders: clickhouse.default.mv_hourly
ALTER TABLE marts.mv_report MODIFY REFRESH EVERY 2 DAY DEPENDS ON default.mv_hourly;
