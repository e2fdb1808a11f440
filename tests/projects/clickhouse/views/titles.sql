CREATE VIEW marts.title_performance
(
    `day` Date,
    `title_id` UInt64,
    `title_name` String,
    `plays` UInt64,
    `unique_accounts` UInt64,
    `buffering_per_play` Float64
)
AS
SELECT d.day AS day, d.title_id AS title_id, t.title_name AS title_name, d.plays AS plays, u.unique_accounts AS unique_accounts,
       safeDiv(d.buffering_ms, d.plays) AS buffering_per_play
FROM
(
    SELECT day, title_id, sum(plays) AS plays, sum(buffering_ms) AS buffering_ms
    FROM marts.title_daily
    GROUP BY day, title_id
) AS d
INNER JOIN ref.titles AS t FINAL ON t.title_id = d.title_id
LEFT JOIN
(
    SELECT day, title_id, uniqCombined64Merge(accounts) AS unique_accounts
    FROM marts.title_daily_uniques
    GROUP BY day, title_id
) AS u ON u.title_id = d.title_id AND u.day = d.day;

-- exploded by genre: a title with three genres counts in each
CREATE VIEW marts.genre_minutes AS
SELECT genre, toStartOfWeek(d.day) AS week, sum(d.minutes) AS minutes
FROM marts.title_daily AS d
INNER JOIN
(
    SELECT title_id, genre FROM ref.titles FINAL ARRAY JOIN genres AS genre
) AS g ON g.title_id = d.title_id
GROUP BY genre, week
ORDER BY week DESC, minutes DESC
LIMIT 20 BY week;
