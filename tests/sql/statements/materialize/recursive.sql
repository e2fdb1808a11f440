-- WITH MUTUALLY RECURSIVE: every name is visible in every body.

--# kind: materialized view
--# action: create
--# name: materialize.graph.reachable
--# reads: materialize.graph.edges
--# cluster: compute
CREATE MATERIALIZED VIEW graph.reachable IN CLUSTER compute AS
WITH MUTUALLY RECURSIVE
    reach (src bigint, dst bigint) AS (
        SELECT src, dst FROM graph.edges
        UNION
        SELECT r.src, e.dst FROM reach r JOIN graph.edges e ON e.src = r.dst
    )
SELECT src, dst FROM reach;

-- Forward reference, options, types with arguments, an inner plain WITH.
--# kind: view
--# action: create
--# name: materialize.graph.two_way
--# reads: materialize.graph.blocked, materialize.graph.links
CREATE VIEW graph.two_way AS
WITH MUTUALLY RECURSIVE (RETURN AT RECURSION LIMIT 100)
    forward (a text, b text, cost numeric(38, 2)) AS (
        SELECT a, b, cost FROM graph.links
        UNION
        SELECT f.a, k.b, f.cost + k.cost FROM forward f JOIN backward k ON f.b = k.a
    ),
    backward (a text, b text, cost numeric(38, 2)) AS (
        WITH open AS (SELECT b, a, cost FROM forward WHERE (a, b) NOT IN (SELECT a, b FROM graph.blocked))
        SELECT b, a, cost FROM open
    )
SELECT * FROM forward UNION ALL SELECT * FROM backward;

-- A recursive name hides a real table of the same name; a qualified name is never hidden.
--# kind: view
--# action: create
--# name: materialize.public.closure
--# reads: materialize.public.start, materialize.raw.edges
CREATE VIEW closure AS
WITH MUTUALLY RECURSIVE edges (a int, b int) AS (
    SELECT a, b FROM start
    UNION
    SELECT x.a, r.b FROM edges x JOIN raw.edges r ON r.a = x.b
)
SELECT a, b FROM edges;

--# kind: materialized view
--# action: create
--# name: materialize.org.tree
--# reads: materialize.org.people
--# cluster: compute
CREATE MATERIALIZED VIEW org.tree IN CLUSTER compute AS
SELECT t.root, count(*) AS n
FROM (
    WITH MUTUALLY RECURSIVE (ERROR AT RECURSION LIMIT 20)
        tree (root int, id int) AS (
            SELECT id, id FROM org.people WHERE boss IS NULL
            UNION ALL
            SELECT tree.root, p.id FROM tree, org.people p WHERE p.boss = tree.id
        )
    SELECT * FROM tree
) t
GROUP BY t.root;
