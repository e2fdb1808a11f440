--# kind: unknown
--# action: none
--# error: yes
CRAETE VIEW v AS SELECT id FROM orders;

--# kind: view
--# action: create
--# name: postgres.app.typo
--# reads: postgres.app.users
--# error: yes
CREATE VIEW app.typo AS SELEC id FROM app.users;

--# kind: view
--# action: create
--# name: postgres.public.unbalanced
--# reads: postgres.public.a, postgres.public.b
--# replaces: yes
--# error: yes
CREATE OR REPLACE VIEW unbalanced AS SELECT coalesce(a.x, (b.x) FROM a JOIN b ON b.id = a.id;

--# kind: unknown
--# action: none
--# error: yes
SELECT FROM WHERE;

--# kind: table
--# action: create
--# error: yes
CREATE TABLE (id int, name text);

--# kind: table
--# action: create
--# name: postgres.public.too_many
--# error: yes
CREATE TABLE too_many (id int, name text));

--# kind: table
--# action: drop
--# error: yes
DROP TABLE IF EXISTS;

--# kind: materialized view
--# action: create
--# name: postgres.public.half
--# error: yes
CREATE MATERIALIZED VIEW half AS SELECT FROM WHERE x = 1;

-- The query inside the call is broken, the call is not.
--# kind: stream table
--# action: create
--# name: postgres.public.half_stream
--# reads: postgres.public.src
--# options: schedule=1m
--# error: yes
SELECT pgtrickle.create_stream_table('half_stream', $$SELECT (id FROM src$$, '1m');

--# kind: unknown
--# action: none
--# error: yes
UPDAT app.users SET name = 'x';

--# kind: table
--# action: create
--# name: postgres.public.still_read
CREATE TABLE still_read (id int);

--# kind: table
--# action: rename
--# name: postgres.public.nowhere
--# error: yes
ALTER TABLE nowhere RENAME TO;

--# kind: view
--# action: create
--# name: postgres.public.dangling
--# reads: postgres.public.a
--# error: yes
CREATE VIEW dangling AS SELECT id FROM (SELECT id FROM a AS) AS b;

-- What cannot be parsed is guessed: EXTRACT and IS DISTINCT FROM read no table.
--# kind: view
--# action: create
--# name: postgres.public.guessed
--# reads: postgres.public.a
--# error: yes
CREATE VIEW guessed AS SELECT extract(day FROM ts), trim(BOTH ' ' FROM note) FROM a WHERE x IS DISTINCT FROM y AND;
