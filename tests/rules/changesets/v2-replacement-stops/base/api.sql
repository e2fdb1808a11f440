SET search_path = api;
SET api = stable;
