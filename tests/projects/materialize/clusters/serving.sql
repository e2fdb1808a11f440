create cluster serving (size = '200cc', replication factor = 2);
grant usage on cluster serving to dashboards;
grant usage on cluster serving to storefront_api;
grant usage on cluster serving to data_platform;
