CREATE ROLE dashboards;
ALTER ROLE dashboards SET cluster = serving;
