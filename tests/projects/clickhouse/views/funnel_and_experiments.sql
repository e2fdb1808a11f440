CREATE VIEW marts.watch_funnel AS
SELECT toDate(first_seen) AS day, level, count() AS accounts
FROM
(
    SELECT account_id, min(event_time) AS first_seen,
           windowFunnel(3600)(toDateTime(event_time), event_type = 'browse', event_type = 'start', event_type = 'stop') AS level
    FROM raw.playback_events
    GROUP BY account_id
)
GROUP BY day, level;

CREATE VIEW marts.experiment_exposure AS
SELECT
    splitByChar(':', exp)[1] AS experiment,
    splitByChar(':', exp)[2] AS variant,
    uniq(account_id) AS accounts,
    avg(buffering_ms) AS avg_buffering
FROM staging.playback_clean
LEFT ARRAY JOIN experiments AS exp
WHERE experiment IN (SELECT name FROM ref.experiments WHERE ended_at IS NULL)
GROUP BY experiment, variant;

-- how often does a player step down the bitrate ladder within one session?
CREATE VIEW marts.bitrate_ladder AS
SELECT
    session_key,
    groupArray(bitrate_kbps) AS rates,
    arrayDifference(rates) AS steps,
    arrayCount(x -> x < 0, steps) AS downshifts,
    arrayMap((x, i) -> (i, bitrateBucket(x)), rates, arrayEnumerate(rates)) AS labelled,
    arrayFilter(x -> x > 0, arrayMap(x -> toInt32(x) - 800, rates)) AS headroom
FROM
(
    SELECT sessionKey(account_id, device_id, event_time) AS session_key, bitrate_kbps
    FROM raw.playback_events
    WHERE event_type = 'progress'
    ORDER BY event_time
)
GROUP BY session_key
HAVING length(rates) > 3;
