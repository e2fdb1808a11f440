SET api = stable;
COMMENT ON SCHEMA api IS 'contract with the web shop';
