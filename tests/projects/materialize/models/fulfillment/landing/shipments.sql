CREATE TABLE shipments FROM SOURCE wms_src (REFERENCE wms.shipments);
COMMENT ON COLUMN shipments.promised_at IS 'date promised at checkout, never recalculated';
