CREATE ROLE data_platform;
COMMENT ON ROLE data_platform IS 'Owns everything mz-deploy manages';
