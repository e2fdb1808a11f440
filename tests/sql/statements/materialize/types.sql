--# kind: type
--# action: create
--# name: materialize.public.int4_list
CREATE TYPE int4_list AS LIST (ELEMENT TYPE = int4);

--# kind: type
--# action: create
--# name: materialize.lib.tag_map
CREATE TYPE lib.tag_map AS MAP (KEY TYPE = text, VALUE TYPE = int4_list);

--# kind: type
--# action: create
--# name: materialize.public.address
CREATE TYPE address AS (street text, "from" text, geo lib.tag_map);

--# kind: type
--# action: drop
--# name: materialize.lib.tag_map
DROP TYPE IF EXISTS lib.tag_map CASCADE;
