COMMENT ON DATABASE commerce IS 'Shop: orders, customers, catalogue, loyalty';
GRANT USAGE ON DATABASE commerce TO dashboards;
GRANT USAGE ON DATABASE commerce TO risk_team;
ALTER DEFAULT PRIVILEGES FOR ROLE data_platform IN DATABASE commerce GRANT USAGE ON SCHEMAS TO dashboards;
