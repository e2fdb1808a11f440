CREATE VIEW marts.title_window AS
SELECT title_id, sum(plays) AS plays, sum(minutes) AS minutes
FROM marts.title_daily
WHERE day BETWEEN {from_day:Date} AND {to_day:Date}
GROUP BY title_id;

CREATE VIEW marts.account_timeline AS
SELECT event_time, event_type, dictGet('ref.title_dict', 'title_name', title_id) AS title, position_ms
FROM raw.playback_events
WHERE account_id = {account:UInt64}
  AND event_time >= now() - toIntervalDay({days:UInt16})
ORDER BY event_time;

CREATE VIEW marts.weekly_digest AS
SELECT cur.title_id, l.title_name, cur.plays, prev.plays AS plays_before, cur.plays - prev.plays AS delta
FROM marts.title_window(from_day = today() - 7, to_day = today()) AS cur
LEFT JOIN marts.title_window(from_day = today() - 14, to_day = today() - 8) AS prev ON prev.title_id = cur.title_id
LEFT JOIN ref.title_lookup AS l ON l.title_id = cur.title_id;
