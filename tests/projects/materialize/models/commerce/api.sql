SET api = stable;

COMMENT ON SCHEMA api IS 'Contract with the storefront and with risk. Columns are only ever added.';
GRANT USAGE ON SCHEMA api TO storefront_api;
