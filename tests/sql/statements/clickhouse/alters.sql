--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits ADD COLUMN IF NOT EXISTS referer String DEFAULT '' AFTER url, DROP COLUMN IF EXISTS old;

--# kind: table
--# action: alter
--# name: clickhouse.analytics."Events"
--# cluster: main
ALTER TABLE analytics.Events ON CLUSTER main MODIFY COLUMN payload String CODEC(ZSTD(3)), COMMENT COLUMN id 'from upstream';

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits RENAME COLUMN referer TO referrer;

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits ADD PROJECTION IF NOT EXISTS by_day (SELECT toDate(ts) AS day, count() GROUP BY day);

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
--# cluster: {cluster}
ALTER TABLE hits ON CLUSTER '{cluster}' MATERIALIZE PROJECTION by_day IN PARTITION 202401;

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits MODIFY TTL ts + INTERVAL 1 YEAR;

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits MODIFY SETTING max_part_loading_threads = 8, RESET SETTING merge_with_ttl_timeout;

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits ADD INDEX ix_agent agent TYPE tokenbf_v1(256, 2, 0) GRANULARITY 4;

--# kind: table
--# action: alter
--# name: clickhouse.stats.hits
ALTER TABLE stats.hits FREEZE PARTITION '2024-01-01' WITH NAME 'before';

--# kind: table
--# action: alter
--# name: clickhouse.stats.hits
ALTER TABLE stats.hits DETACH PARTITION ID '202401';

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits UPDATE url = 'from; x' WHERE url = '';

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits DELETE WHERE ts < now() - INTERVAL 1 YEAR;

--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits MODIFY ORDER BY (url, ts, referrer), MODIFY COMMENT 'RENAME TABLE a TO b';

--# kind: table
--# action: rename
--# name: clickhouse.default.hits
--# renamed_to: clickhouse.default.hits_old
RENAME TABLE hits TO hits_old;

--# kind: table
--# action: rename
--# name: clickhouse.default."Hits", clickhouse.stats.hits_new
--# renamed_to: clickhouse.archive."Hits", clickhouse.stats.hits
--# cluster: main
RENAME TABLE Hits TO archive.Hits, stats.hits_new TO stats.hits ON CLUSTER main;

--# kind: table
--# action: exchange
--# name: clickhouse.default.hits, clickhouse.stats.hits_new
--# cluster: {cluster}
EXCHANGE TABLES hits AND stats.hits_new ON CLUSTER '{cluster}';

--# kind: database
--# action: create
--# name: analytics
--# cluster: {cluster}
--# if_not_exists: yes
CREATE DATABASE IF NOT EXISTS analytics ON CLUSTER '{cluster}' ENGINE = Replicated('/clickhouse/databases/analytics', '{shard}', '{replica}');

--# kind: database
--# action: create
--# name: "Shop"
CREATE DATABASE Shop ENGINE = PostgreSQL('pg:5432', 'shop', 'r', 'p') COMMENT 'FROM ghost';

--# kind: database
--# action: rename
--# name: stats
--# renamed_to: stats_old
RENAME DATABASE stats TO stats_old;

--# kind: database
--# action: drop
--# name: stats_old
DROP DATABASE IF EXISTS stats_old SYNC;

--# kind: index
--# action: index
--# name: clickhouse.stats.hits
--# index: ix_url
--# if_not_exists: yes
CREATE INDEX IF NOT EXISTS ix_url ON stats.hits (url) TYPE bloom_filter GRANULARITY 1;

--# kind: index
--# action: drop
--# name: clickhouse.default.ix_url
DROP INDEX IF EXISTS ix_url ON hits;

-- Names that look like keywords.
--# kind: table
--# action: alter
--# name: clickhouse.default.hits
ALTER TABLE hits ADD COLUMN IF NOT EXISTS User String AFTER Key, DROP COLUMN Value, CLEAR COLUMN IF EXISTS Type IN PARTITION 1,
    RENAME COLUMN Source TO Format, COMMENT COLUMN Id 'x', MODIFY COLUMN Range String DEFAULT "current_timestamp",
    ADD PROJECTION Replica (SELECT toDate(ts) AS Day, n.Role GROUP BY Day);
