GRANT USAGE ON SCHEMA fulfillment.serving TO dashboards;
ALTER DEFAULT PRIVILEGES FOR ROLE data_platform IN SCHEMA fulfillment.serving GRANT SELECT ON TABLES TO dashboards;
