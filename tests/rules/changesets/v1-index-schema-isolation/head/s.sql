CREATE TABLE s.table1 (a int);
CREATE INDEX t1 IN CLUSTER index_cluster ON s.table1 (a);
CREATE TABLE s.table2 (a int);
