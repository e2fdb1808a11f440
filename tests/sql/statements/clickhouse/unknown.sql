--# kind: unknown
--# action: none
SELECT url, count() FROM hits FINAL PREWHERE ts > 0 GROUP BY url LIMIT 1 BY url SETTINGS max_threads = 1 FORMAT JSONEachRow;

--# kind: unknown
--# action: none
WITH 1 AS x SELECT x FROM merge('^hits_');

--# kind: unknown
--# action: none
INSERT INTO daily SELECT toDate(ts), count() FROM hits GROUP BY 1;

--# kind: unknown
--# action: none
INSERT INTO hits (ts, url) VALUES (now(), 'a;b'), (now(), 'it\'s (');

--# kind: unknown
--# action: none
INSERT INTO people FORMAT JSONEachRow {"id": 1, "name": "Ann"};

--# kind: unknown
--# action: none
OPTIMIZE TABLE hits ON CLUSTER '{cluster}' PARTITION 202401 FINAL DEDUPLICATE;

--# kind: unknown
--# action: none
SYSTEM RELOAD DICTIONARY geo.regions;

--# kind: unknown
--# action: none
SYSTEM STOP VIEW mv_hourly;

--# kind: unknown
--# action: none
TRUNCATE TABLE IF EXISTS stats.hits ON CLUSTER main;

--# kind: unknown
--# action: none
DELETE FROM hits WHERE url IN (SELECT url FROM blocked);

--# kind: unknown
--# action: none
SET max_memory_usage = 1, allow_experimental_live_view = 1;

--# kind: unknown
--# action: none
SHOW CREATE TABLE analytics.events;

--# kind: unknown
--# action: none
DESCRIBE TABLE hits;

--# kind: unknown
--# action: none
EXISTS TABLE stats.hits;

--# kind: unknown
--# action: none
EXPLAIN PIPELINE SELECT * FROM hits;

--# kind: unknown
--# action: none
KILL MUTATION WHERE database = 'stats' AND table = 'hits';

--# kind: unknown
--# action: none
CHECK TABLE hits;

--# kind: unknown
--# action: none
BACKUP TABLE stats.hits TO Disk('backups', '1.zip');

--# kind: unknown
--# action: none
DETACH TABLE stats.hits PERMANENTLY;

--# kind: unknown
--# action: none
ATTACH TABLE stats.hits;

--# kind: unknown
--# action: none
SET DEFAULT ROLE reader TO ingest_user;

--# kind: workload
--# action: create
--# name: production
CREATE WORKLOAD production IN all SETTINGS weight = 9;
