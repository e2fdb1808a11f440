CREATE TABLE s.table1 (a int, b int);
CREATE TABLE s.table2 (a int);
CREATE VIEW s.view1 AS SELECT 1 AS a;
