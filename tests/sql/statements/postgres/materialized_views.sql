--# kind: materialized view
--# action: create
--# name: postgres.marts.daily
--# reads: postgres.app.orders
--# if_not_exists: yes
CREATE MATERIALIZED VIEW IF NOT EXISTS marts.daily AS
SELECT placed_at::date AS day, sum(total) AS total FROM app.orders GROUP BY 1
WITH NO DATA;

--# kind: materialized view
--# action: create
--# name: postgres.public.ranked
--# reads: postgres.marts.daily, postgres.marts.targets
CREATE MATERIALIZED VIEW ranked (day, rank) USING heap WITH (fillfactor = 70) TABLESPACE pg_default AS
SELECT d.day, rank() OVER (ORDER BY d.total DESC) FROM marts.daily d WHERE d.total > ALL (SELECT t.total FROM marts.targets t);

--# kind: materialized view
--# action: alter
--# name: postgres.marts.daily
ALTER MATERIALIZED VIEW marts.daily CLUSTER ON daily_day_key;

--# kind: materialized view
--# action: rename
--# name: postgres.marts.daily
--# renamed_to: postgres.archive.daily
ALTER MATERIALIZED VIEW marts.daily SET SCHEMA archive;

--# kind: materialized view
--# action: drop
--# name: postgres.archive.daily
DROP MATERIALIZED VIEW archive.daily;
