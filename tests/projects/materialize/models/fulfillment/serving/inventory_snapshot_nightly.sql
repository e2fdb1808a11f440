CREATE MATERIALIZED VIEW inventory_snapshot_nightly
IN CLUSTER batch_refresh
WITH (REFRESH = AT CREATION, REFRESH = EVERY '1 day' ALIGNED TO '2025-01-01 01:00:00')
AS SELECT warehouse_id, sku, on_hand FROM logic.inventory_on_hand;
