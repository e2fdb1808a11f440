-- Closure of the category hierarchy with the slug path from the root.
CREATE VIEW category_tree AS
WITH MUTUALLY RECURSIVE
    tree (category_id bigint, root_id bigint, depth int, path text) AS (
        SELECT id, id, 0, slug
        FROM ingest.product_categories
        WHERE parent_id IS NULL
        UNION ALL
        SELECT child.id, tree.root_id, tree.depth + 1, tree.path || '/' || child.slug
        FROM ingest.product_categories AS child
        JOIN tree ON tree.category_id = child.parent_id
    )
SELECT category_id, root_id, depth, path FROM tree;

CREATE DEFAULT INDEX IN CLUSTER transform ON category_tree;

EXECUTE UNIT TEST builds_paths
FOR commerce.prep.category_tree
MOCK commerce.ingest.product_categories(id bigint, parent_id bigint, slug text, title text) AS (
    VALUES (1, NULL::bigint, 'home', 'Home'), (2, 1, 'kitchen', 'Kitchen'), (3, 2, 'knives', 'Knives')
)
EXPECTED(category_id bigint, root_id bigint, depth int, path text) AS (
    VALUES (1, 1, 0, 'home'), (2, 1, 1, 'home/kitchen'), (3, 1, 2, 'home/kitchen/knives')
);
