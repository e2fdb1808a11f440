-- Cheapest transit time between hubs. The limit is a safety net: the network is < 25 hops wide.
CREATE VIEW hub_reach AS
WITH MUTUALLY RECURSIVE (ERROR AT RECURSION LIMIT 40)
    hop (src text, dst text, minutes bigint) AS (
        SELECT from_hub, to_hub, min(transit_minutes)::bigint
        FROM landing.hub_links
        WHERE enabled
        GROUP BY from_hub, to_hub
    ),
    cheapest (src text, dst text, minutes bigint) AS (
        SELECT src, dst, min(minutes)
        FROM (
            SELECT src, dst, minutes FROM hop
            UNION ALL
            SELECT c.src, h.dst, c.minutes + h.minutes
            FROM cheapest AS c
            JOIN hop AS h ON h.src = c.dst
        ) AS options_so_far
        GROUP BY src, dst
    )
SELECT src, dst, minutes FROM cheapest WHERE src <> dst;
