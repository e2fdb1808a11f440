--# kind: function
--# action: create
--# name: "linearEq"
CREATE FUNCTION linearEq AS (x, k, b) -> k * x + b;

--# kind: function
--# action: create
--# name: clean_url
--# cluster: {cluster}
--# replaces: yes
CREATE OR REPLACE FUNCTION clean_url ON CLUSTER '{cluster}' AS (u) -> trim(TRAILING '/' FROM lower(u));

--# kind: function
--# action: create
--# name: nothing
--# if_not_exists: yes
CREATE FUNCTION IF NOT EXISTS nothing AS () -> 'FROM ghost';

--# kind: function
--# action: drop
--# name: "linearEq"
DROP FUNCTION IF EXISTS linearEq;
