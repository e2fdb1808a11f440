CREATE VIEW source_health AS
SELECT s.name, st.status, st.last_status_change_at, st.error
FROM mz_catalog.mz_sources AS s
JOIN mz_internal.mz_source_statuses AS st ON st.id = s.id
WHERE st.status NOT IN ('running', 'created');
GRANT SELECT ON source_health TO data_platform;
