--# kind: cluster
--# action: create
--# name: serving
CREATE CLUSTER serving (SIZE = '100cc', REPLICATION FACTOR = 2);

--# kind: cluster
--# action: create
--# name: batch_refresh
CREATE CLUSTER batch_refresh SIZE = '50cc', SCHEDULE = ON REFRESH (HYDRATION TIME ESTIMATE = '1 hour');

--# kind: cluster
--# action: create
--# name: by_hand
CREATE CLUSTER by_hand REPLICAS (r1 (SIZE = '25cc'), r2 (SIZE = '25cc', INTROSPECTION INTERVAL = 0));

--# kind: cluster
--# action: create
--# name: by_hand.r3
CREATE CLUSTER REPLICA by_hand.r3 SIZE = '25cc', AVAILABILITY ZONE = 'use1-az2';

--# kind: cluster
--# action: alter
--# name: serving
ALTER CLUSTER serving SET (SIZE = '200cc') WITH (WAIT UNTIL READY (TIMEOUT = '10m', ON TIMEOUT = 'COMMIT'));

--# kind: cluster
--# action: alter
--# name: serving
ALTER CLUSTER IF EXISTS serving RESET (REPLICATION FACTOR);

--# kind: cluster
--# action: rename
--# name: serving_old
--# renamed_to: "serving-2023"
ALTER CLUSTER serving_old RENAME TO "serving-2023";

--# kind: cluster
--# action: exchange
--# name: blue, green
ALTER CLUSTER blue SWAP WITH green;

--# kind: cluster
--# action: drop
--# name: by_hand.r3
DROP CLUSTER REPLICA IF EXISTS by_hand.r3;

--# kind: cluster
--# action: drop
--# name: blue, "serving-2023"
DROP CLUSTER IF EXISTS blue, "serving-2023" CASCADE;
