-- CDN vendor now sends the protocol; keep nullable until the backfill is done.
ALTER TABLE raw.cdn_logs ADD COLUMN IF NOT EXISTS protocol LowCardinality(String) DEFAULT '' AFTER status;
ALTER TABLE raw.cdn_logs ADD INDEX IF NOT EXISTS ix_protocol protocol TYPE set(8) GRANULARITY 4;
ALTER TABLE raw.cdn_logs MATERIALIZE INDEX ix_protocol IN PARTITION '2025-03-10';
ALTER TABLE raw.cdn_logs MODIFY TTL ts + INTERVAL 45 DAY;
INSERT INTO schema_migrations (version) VALUES ('20250311_cdn_protocol');
