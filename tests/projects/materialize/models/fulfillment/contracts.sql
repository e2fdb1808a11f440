-- versioned by name: add tracking_v2 rather than changing tracking_v1
set API = 'stable';
grant usage on schema contracts to storefront_api;
