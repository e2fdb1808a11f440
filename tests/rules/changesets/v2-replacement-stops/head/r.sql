CREATE VIEW reader.r AS SELECT a AS a FROM api.m;
