create materialized view carrier_kpis_v1 in cluster batch_refresh
with (refresh every '1 hour' aligned to '2025-01-01 00:25:00') as
select carrier_id, name, shipments, on_time, round(on_time::numeric / nullif(delivered, 0), 3) as on_time_rate
from fulfillment.serving.carrier_scorecard;
