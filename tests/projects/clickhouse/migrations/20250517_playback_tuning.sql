ALTER TABLE raw.playback_events
    ADD COLUMN IF NOT EXISTS player_build LowCardinality(String) DEFAULT props['build'],
    MODIFY COLUMN props CODEC(ZSTD(3)),
    COMMENT COLUMN experiments 'name:variant pairs';

ALTER TABLE raw.playback_events ADD PROJECTION IF NOT EXISTS by_account (SELECT * ORDER BY account_id, event_time);
ALTER TABLE raw.playback_events MODIFY SETTING ttl_only_drop_parts = 0, merge_with_ttl_timeout = 7200;
ALTER TABLE raw.ad_events MODIFY TTL toDateTime(event_time) + INTERVAL 400 DAY;
ALTER TABLE marts.top_titles_rmv MODIFY REFRESH EVERY 30 MINUTE;

-- leftover of 20250402, the backfill has been verified
DROP TABLE IF EXISTS staging.cdn_errors_rebuild SYNC;
INSERT INTO schema_migrations (version) VALUES ('20250517_playback_tuning');
