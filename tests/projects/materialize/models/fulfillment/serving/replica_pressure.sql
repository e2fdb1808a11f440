-- who is close to running out of memory? read by the pager rule
CREATE VIEW replica_pressure AS
SELECT c.name AS cluster_name, r.name AS replica_name, max(u.memory_percent) AS memory_percent
FROM mz_internal.mz_cluster_replica_utilization AS u
JOIN mz_catalog.mz_cluster_replicas AS r ON r.id = u.replica_id
JOIN mz_catalog.mz_clusters AS c ON c.id = r.cluster_id
GROUP BY c.name, r.name
HAVING max(u.memory_percent) > 80;
