--# kind: unknown
--# action: none
--# error: yes
CRATE TABLE t (a UInt8) ENGINE = Memory;

--# kind: view
--# action: create
--# name: clickhouse.default."Broken"
--# reads: clickhouse.default.hits
--# error: yes
CREATE VIEW Broken AS SELECT count(( FROM hits;

--# kind: materialized view
--# action: create
--# name: clickhouse.marts.mv_broken
--# reads: clickhouse.default.hits
--# writes: clickhouse.marts.out
--# error: yes
CREATE MATERIALIZED VIEW marts.mv_broken TO marts.out AS SELCT ts FROM hits;

--# kind: table
--# action: create
--# error: yes
CREATE TABLE (a UInt8) ENGINE = Memory;

--# kind: unknown
--# action: none
--# error: yes
SELECT FROM WHERE;

--# kind: table
--# action: create
--# name: clickhouse.default.open_end
--# error: yes
CREATE TABLE open_end (a UInt8, b Array(String) ENGINE = Memory ORDER BY a;

--# kind: table
--# action: create
--# name: clickhouse.default.fine
CREATE TABLE fine (a UInt8) ENGINE = Memory;

--# kind: table
--# action: rename
--# name: clickhouse.default.a
--# error: yes
RENAME TABLE a TO;
