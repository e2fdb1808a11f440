COMMENT ON SCHEMA commerce.prep IS 'Cleaned and joined; no contract, may change any day';
ALTER DEFAULT PRIVILEGES FOR ROLE data_platform IN SCHEMA commerce.prep GRANT SELECT ON TABLES TO risk_team;
