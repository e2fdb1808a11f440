-- Table functions, and functions that name a relation in a string.

--# kind: view
--# action: create
--# name: clickhouse.default.generated
CREATE VIEW generated AS
SELECT n.number FROM numbers(10) AS n, zeros(3), generateRandom('a UInt8'), values('x UInt8', 1, 2), mysql('h:3306', 'db', 'ghost', 'u', 'p');

--# kind: view
--# action: create
--# name: clickhouse.default.elsewhere
--# reads: clickhouse.db1.t1, clickhouse.db2.t2, clickhouse.db3.t3, clickhouse.db4.t4, system.parts
CREATE VIEW elsewhere AS
SELECT id FROM remote('host1:9000', db1.t1)
UNION ALL SELECT id FROM remoteSecure('host2', 'db2', 't2', 'user', 'password')
UNION ALL SELECT id FROM cluster('main', db3.t3)
UNION ALL SELECT id FROM clusterAllReplicas('{cluster}', 'db4', 't4', rand())
UNION ALL SELECT rows FROM clusterAllReplicas(main, system.parts);

--# kind: view
--# action: create
--# name: clickhouse.default.merged
--# reads: clickhouse.default.ref
--# matches: stats/^hits_
CREATE VIEW merged AS SELECT m.url, _table FROM merge('stats', '^hits_') AS m JOIN ref USING (url);

--# kind: view
--# action: create
--# name: clickhouse.default.merged_here
--# matches: default/^log_[a-z]+$
CREATE VIEW merged_here AS SELECT line FROM merge('^log_[a-z]+$');

--# kind: view
--# action: create
--# name: clickhouse.default.merged_tenants
--# matches: REGEXP('^tenant_[0-9]$')/^orders
CREATE VIEW merged_tenants AS SELECT _database, id FROM merge(REGEXP('^tenant_[0-9]$'), '^orders');

--# kind: view
--# action: create
--# name: clickhouse.default.looked_up
--# reads: clickhouse.default.countries, clickhouse.default.hits, clickhouse.geo.cities, clickhouse.geo.regions
CREATE VIEW looked_up AS
SELECT
    dictGet('countries', 'label', code) AS country,
    dictGetOrDefault('geo.regions', ('name', 'zone'), tuple(region_id), ('?', '?')) AS region,
    dictGetString('geo.cities', 'name', city_id) AS city,
    dictHas('geo.cities', city_id) AS known,
    'dictGet(''geo.ghosts'', ''x'', 1)' AS text
FROM hits
WHERE dictIsIn('geo.regions', region_id, toUInt64(7));

--# kind: view
--# action: create
--# name: clickhouse.default.dict_rows
--# reads: clickhouse.geo.cities, clickhouse.geo.countries
CREATE VIEW dict_rows AS SELECT c.name FROM dictionary('geo.cities') AS c JOIN dictionary(geo.countries) AS k USING (code);

--# kind: view
--# action: create
--# name: clickhouse.default.join_lookups
--# reads: clickhouse.default.hits, clickhouse.default.local_join, clickhouse.ref.prices_join
CREATE VIEW join_lookups AS
SELECT joinGet('ref.prices_join', 'price', sku) AS price, joinGetOrNull(local_join, 'name', sku) AS name FROM hits;

--# kind: view
--# action: create
--# name: clickhouse.default.through_view
--# reads: clickhouse.default.hits, clickhouse.default.sessions
CREATE VIEW through_view AS
SELECT * FROM cluster('main', view(SELECT url FROM hits WHERE url IN (SELECT url FROM sessions)));
