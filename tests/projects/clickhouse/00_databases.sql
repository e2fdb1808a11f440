-- Run once per cluster, before anything else.
CREATE DATABASE IF NOT EXISTS raw ON CLUSTER '{cluster}';
CREATE DATABASE IF NOT EXISTS ref ON CLUSTER '{cluster}';
CREATE DATABASE IF NOT EXISTS staging ON CLUSTER '{cluster}';
CREATE DATABASE IF NOT EXISTS marts ON CLUSTER '{cluster}' COMMENT 'what Grafana and finance read';
CREATE DATABASE IF NOT EXISTS ops;

CREATE TABLE IF NOT EXISTS schema_migrations
(
    version    String,
    applied_at DateTime DEFAULT now()
)
ENGINE = MergeTree
ORDER BY version;
