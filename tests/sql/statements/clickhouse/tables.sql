--# kind: table
--# action: create
--# name: clickhouse.default.hits
CREATE TABLE hits
(
    ts DateTime CODEC(Delta, ZSTD(1)),
    url String DEFAULT 'FROM ghost',
    engine LowCardinality(String) COMMENT 'ENGINE = Distributed(c, db, ghost)',
    day Date MATERIALIZED toDate(ts),
    tags Array(Tuple(k String, v UInt64)),
    INDEX ix_url url TYPE bloom_filter(0.01) GRANULARITY 4,
    PROJECTION by_engine (SELECT engine, count() GROUP BY engine),
    CONSTRAINT positive CHECK length(url) > 0
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (url, ts)
SAMPLE BY intHash32(length(url))
TTL ts + INTERVAL 90 DAY DELETE, ts + INTERVAL 30 DAY TO VOLUME 'cold'
SETTINGS index_granularity = 8192
COMMENT 'raw hits; one row per request';

--# kind: table
--# action: create
--# name: clickhouse.analytics."Events"
--# cluster: {cluster}
--# if_not_exists: yes
CREATE TABLE IF NOT EXISTS analytics.Events ON CLUSTER '{cluster}'
(
    id UUID,
    `from` String,
    payload String
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/events', '{replica}', id)
ORDER BY id;

--# kind: table
--# action: create
--# name: clickhouse.default.staging
--# replaces: yes
CREATE OR REPLACE TABLE staging (a UInt8, b Nullable(Float64)) ENGINE = Memory;

-- CREATE TABLE … AS SELECT, with the engine before and after.
--# kind: table
--# action: create
--# name: clickhouse.marts.daily
--# reads: clickhouse.analytics.sessions, clickhouse.default.hits
CREATE TABLE marts.daily ENGINE = MergeTree ORDER BY day AS
SELECT toDate(h.ts) AS day, count() AS n
FROM hits AS h
INNER JOIN analytics.sessions AS s USING (url)
GROUP BY day;

--# kind: table
--# action: create
--# name: clickhouse.default.shell
--# reads: clickhouse.default.hits
CREATE TABLE shell ENGINE = MergeTree ORDER BY tuple() EMPTY AS SELECT * FROM hits;

--# kind: table
--# action: create
--# name: clickhouse.default.hits_copy
--# reads: clickhouse.default.hits
CREATE TABLE hits_copy AS hits;

--# kind: table
--# action: create
--# name: clickhouse.archive.hits
--# reads: clickhouse.default.hits
--# cluster: main
CREATE TABLE archive.hits ON CLUSTER main AS default.hits ENGINE = MergeTree ORDER BY url;

--# kind: table
--# action: create
--# name: clickhouse.default.hits_clone
--# reads: clickhouse.analytics.hits
CREATE TABLE hits_clone CLONE AS analytics.hits;

--# kind: table
--# action: create
--# name: clickhouse.default.ten
CREATE TABLE ten AS numbers(10);

-- Names keep their case and may hold anything between backticks.
--# kind: table
--# action: create
--# name: clickhouse."My-Db"."table.with dots"
CREATE TABLE `My-Db`.`table.with dots` (`select` UInt8, "order by" String) ENGINE = Log;

--# kind: table
--# action: create
--# name: clickhouse.default."Größe"
--# reads: clickhouse."Stats".hits, clickhouse.default."Hits"
CREATE TABLE `Größe` ENGINE = Memory AS SELECT 1 AS one FROM Stats.hits, Hits;

-- Sources from outside: nothing is read that we know.
--# kind: table
--# action: create
--# name: clickhouse.ingest.queue
CREATE TABLE ingest.queue (ts DateTime, body String)
ENGINE = Kafka
SETTINGS kafka_broker_list = 'b1:9092,b2:9092', kafka_topic_list = 'hits', kafka_group_name = 'ch', kafka_format = 'JSONEachRow';

--# kind: table
--# action: create
--# name: clickhouse.ingest.files
CREATE TABLE ingest.files (id UInt64, body String) ENGINE = S3Queue('https://bucket.s3.amazonaws.com/in/*', 'Parquet') SETTINGS mode = 'unordered';

--# kind: table
--# action: create
--# name: clickhouse.ingest.rabbit
CREATE TABLE ingest.rabbit (id UInt64) ENGINE = RabbitMQ SETTINGS rabbitmq_host_port = 'mq:5672', rabbitmq_exchange_name = 'x', rabbitmq_format = 'JSONEachRow';

--# kind: table
--# action: create
--# name: clickhouse.ext.users
CREATE TABLE ext.users (id UInt64, name String) ENGINE = PostgreSQL('pg:5432', 'shop', 'users', 'reader', 'it\'s; secret');

--# kind: table
--# action: create
--# name: clickhouse.default.from_bucket
CREATE TABLE from_bucket ENGINE = MergeTree ORDER BY id AS
SELECT id FROM s3('https://bucket/x.parquet', 'Parquet') UNION ALL SELECT id FROM url('https://h/x.csv', CSV, 'id UInt64') UNION ALL SELECT id FROM file('x.tsv', 'TSV', 'id UInt64');

--# kind: table
--# action: drop
--# name: clickhouse.analytics."Events"
--# cluster: {cluster}
DROP TABLE IF EXISTS analytics.Events ON CLUSTER '{cluster}' SYNC;

--# kind: table
--# action: drop
--# name: clickhouse.default.a, clickhouse.db.b
DROP TABLE a, db.b;
