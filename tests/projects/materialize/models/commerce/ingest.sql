COMMENT ON SCHEMA ingest IS 'Raw tables, one to one with upstream';
GRANT USAGE ON SCHEMA ingest TO data_platform;
