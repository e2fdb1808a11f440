CREATE OR REPLACE VIEW staging.sessions_final AS
SELECT
    session_key,
    account_id,
    device_id,
    title_id,
    min(started_at) AS session_start,
    max(ended_at) AS session_end,
    sum(events) AS event_count,
    sum(s.buffering_ms) AS buffered_ms,
    avgWeightedMerge(bitrate) AS avg_bitrate,
    argMaxMerge(last_position) AS stopped_at_ms
FROM
(
    SELECT * FROM staging.sessions
    UNION ALL
    SELECT * FROM staging.sessions_backfill
) AS s
GROUP BY session_key, account_id, device_id, title_id;

CREATE VIEW staging.subscriptions_current AS
SELECT account_id, argMax(plan_id, version) AS plan_id, sum(mrr_cents * sign) AS mrr_cents
FROM staging.subscriptions FINAL
GROUP BY account_id
HAVING sum(sign) > 0;
