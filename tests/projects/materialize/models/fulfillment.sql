COMMENT ON DATABASE fulfillment IS 'Warehouses, shipments, telemetry';
GRANT USAGE ON DATABASE fulfillment TO dashboards;
