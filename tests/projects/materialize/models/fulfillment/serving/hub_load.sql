CREATE VIEW hub_load AS
SELECT last_hub AS hub_code, count(*) AS parcels, sum(weight_g) / 1000.0 AS kg
FROM logic.shipments_current
WHERE last_event IN ('arrived', 'sorted')
GROUP BY last_hub;

CREATE INDEX hub_load_hub IN CLUSTER :"serving_cluster" ON hub_load (hub_code);
