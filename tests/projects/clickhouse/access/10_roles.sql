CREATE ROLE IF NOT EXISTS analyst;
CREATE ROLE IF NOT EXISTS finance, ingest_writer;
CREATE SETTINGS PROFILE IF NOT EXISTS analyst_limits SETTINGS max_memory_usage = 20000000000, max_execution_time = 120 TO analyst;
CREATE QUOTA IF NOT EXISTS analyst_hourly FOR INTERVAL 1 hour MAX queries = 2000, errors = 200 TO analyst;

GRANT SELECT ON marts.* TO analyst;
GRANT SELECT(title_id, title_name, kind) ON ref.titles TO analyst;
GRANT dictGet ON ref.title_dict TO analyst;
GRANT SELECT ON marts.* TO finance WITH GRANT OPTION;
GRANT INSERT ON raw.* TO ingest_writer;
REVOKE SELECT ON marts.account_value FROM analyst;
