/* Hourly and daily recomputations.
   top_titles_rmv must be fresh before the cohorts run, hence DEPENDS ON. */

CREATE MATERIALIZED VIEW marts.top_titles_rmv
REFRESH EVERY 1 HOUR
TO marts.top_titles
AS
SELECT
    now() AS computed_at,
    country,
    rank,
    title_id,
    dictGet('ref.title_dict', 'title_name', title_id) AS title_name,
    plays
FROM
(
    SELECT country, title_id, sum(d.plays) AS plays,
           toUInt8(row_number() OVER (PARTITION BY country ORDER BY plays DESC)) AS rank
    FROM marts.title_daily AS d
    WHERE day >= today() - 7
    GROUP BY country, title_id
)
WHERE rank <= 50;

CREATE MATERIALIZED VIEW marts.retention_rmv
REFRESH EVERY 1 DAY OFFSET 2 HOUR DEPENDS ON marts.top_titles_rmv, marts.cdn_cost_rmv
TO marts.retention_cohorts
AS
WITH firsts AS
(
    SELECT account_id, toMonday(min(started_at)) AS cohort_week
    FROM staging.sessions
    GROUP BY account_id
)
SELECT f.cohort_week AS cohort_week,
       toUInt16(dateDiff('week', f.cohort_week, toMonday(s.started_at))) AS week_no,
       uniqExact(s.account_id) AS accounts
FROM staging.sessions AS s
INNER JOIN firsts AS f USING (account_id)
GROUP BY cohort_week, week_no;

CREATE MATERIALIZED VIEW ops.pipeline_lag_rmv
REFRESH EVERY 1 MINUTE
APPEND TO ops.pipeline_lag
AS
    SELECT now() AS checked_at, 'playback' AS pipeline, dateDiff('second', max(ingested_at), now()) AS lag_s FROM raw.playback_events
    UNION ALL
    SELECT now(), 'ads', dateDiff('second', max(ingested_at), now()) FROM raw.ad_events
    UNION ALL
    SELECT now(), 'cdn', dateDiff('second', max(ts), now()) FROM raw.cdn_logs;

CREATE MATERIALIZED VIEW ops.alerts_rmv
REFRESH EVERY 1 MINUTE DEPENDS ON ops.pipeline_lag_rmv
APPEND TO ops.alerts
AS SELECT now() AS raised_at, 'pipeline_lag' AS rule, pipeline AS subject, argMax(lag_s, checked_at)::Float64 AS value
FROM ops.pipeline_lag
WHERE checked_at > now() - INTERVAL 5 MINUTE
GROUP BY pipeline
HAVING value > 600;

CREATE MATERIALIZED VIEW ops.query_log_rmv
REFRESH AFTER 30 MINUTE
APPEND TO ops.query_log_archive EMPTY
AS SELECT event_date, normalized_query_hash AS query_hash, user, count() AS runs, sum(read_bytes) AS read_bytes, max(query_duration_ms) AS max_duration
FROM system.query_log
WHERE type = 'QueryFinish' AND event_time BETWEEN now() - INTERVAL 30 MINUTE AND now()
GROUP BY event_date, query_hash, user;
