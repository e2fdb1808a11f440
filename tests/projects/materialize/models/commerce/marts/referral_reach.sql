CREATE MATERIALIZED VIEW referral_reach
IN CLUSTER transform
AS
WITH MUTUALLY RECURSIVE (RETURN AT RECURSION LIMIT 12)
    downline (ancestor bigint, customer_id bigint, hops int) AS (
        SELECT referred_by, customer_id, 1
        FROM prep.customers_clean
        WHERE referred_by IS NOT NULL
        UNION
        SELECT d.ancestor, c.customer_id, d.hops + 1
        FROM downline AS d
        JOIN prep.customers_clean AS c ON c.referred_by = d.customer_id
        WHERE d.hops < 12
    )
SELECT ancestor AS customer_id, count(DISTINCT customer_id) AS reached, max(hops) AS longest_chain
FROM downline
GROUP BY ancestor;
