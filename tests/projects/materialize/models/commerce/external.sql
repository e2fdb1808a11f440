COMMENT ON SCHEMA external IS 'Secrets and connections. Nobody but the deploy role needs access.';
