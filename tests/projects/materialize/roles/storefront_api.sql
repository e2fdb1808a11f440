create role storefront_api;
alter role storefront_api set cluster = 'serving';
grant dashboards to storefront_api;
comment on role storefront_api is 'Used by the web shop backend, read only';
