ALTER TABLE staging.cdn_errors ADD COLUMN protocol LowCardinality(String) AFTER status, MODIFY ORDER BY (minute, pop, status, title_id, protocol);

ALTER TABLE staging.cdn_errors_mv MODIFY QUERY
SELECT toStartOfMinute(ts) AS minute, pop, status, protocol, title_id, count() AS requests, sum(bytes_sent) AS bytes_sent
FROM raw.cdn_logs
WHERE status >= 400
GROUP BY minute, pop, status, protocol, title_id;

-- recomputed history; swapped in partition by partition, by hand
CREATE TABLE staging.cdn_errors_rebuild AS staging.cdn_errors;
INSERT INTO staging.cdn_errors_rebuild
SELECT toStartOfMinute(ts), pop, status, protocol, title_id, count(), sum(bytes_sent)
FROM raw.cdn_logs
WHERE status >= 400 AND ts < '2025-04-02 00:00:00'
GROUP BY 1, 2, 3, 4, 5;

INSERT INTO schema_migrations (version) VALUES ('20250402_errors_by_protocol');
