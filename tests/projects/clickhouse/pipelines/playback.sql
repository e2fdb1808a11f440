-- Kafka -> raw.playback_events -> sessions / marts. Order of statements matters on a fresh cluster.

CREATE TABLE raw.playback_queue
(
    event_id String, event_time String, event_type String,
    account_id UInt64, profile_id UInt64, title_id UInt64, device_id UInt32,
    country String, position_ms UInt32, bitrate_kbps UInt32, buffering_ms UInt32,
    ip String, experiments Array(String), props Map(String, String)
)
ENGINE = Kafka
SETTINGS
    kafka_broker_list = 'kafka-1.internal:9092,kafka-2.internal:9092',
    kafka_topic_list = 'playback.events.v2',
    kafka_group_name = 'ch-playback',
    kafka_format = 'JSONEachRow',
    kafka_num_consumers = 4,
    kafka_handle_error_mode = 'stream';

CREATE MATERIALIZED VIEW raw.playback_events_mv TO raw.playback_events AS
SELECT
    toUUID(event_id) AS event_id,
    parseDateTime64BestEffort(event_time, 3, 'UTC') AS event_time,
    lower(event_type) AS event_type,
    account_id, profile_id, title_id, device_id,
    toFixedString(upper(country), 2) AS country,
    position_ms, bitrate_kbps, buffering_ms,
    toIPv4OrDefault(ip) AS ip,
    experiments,
    props
FROM raw.playback_queue
WHERE length(_error) = 0;

CREATE TABLE raw.playback_dead_letters (seen_at DateTime, topic String, offset UInt64, raw_message String, error String)
ENGINE = MergeTree ORDER BY seen_at TTL seen_at + INTERVAL 7 DAY;

CREATE MATERIALIZED VIEW raw.playback_dead_letters_mv TO raw.playback_dead_letters AS
SELECT now() AS seen_at, _topic AS topic, _offset AS offset, _raw_message AS raw_message, _error AS error
FROM raw.playback_queue
WHERE length(_error) > 0;

CREATE MATERIALIZED VIEW staging.sessions_mv TO staging.sessions
AS SELECT
    sessionKey(account_id, device_id, event_time)   AS session_key,
    account_id,
    device_id,
    title_id,
    min(event_time)                                 AS started_at,
    max(event_time)                                 AS ended_at,
    count()                                         AS events,
    sum(e.buffering_ms)                             AS buffering_ms,
    avgWeightedState(bitrate_kbps, position_ms)     AS bitrate,
    argMaxState(position_ms, event_time)            AS last_position
FROM raw.playback_events AS e
WHERE event_type IN ('start', 'progress', 'stop')
GROUP BY session_key, account_id, device_id, title_id;

CREATE MATERIALIZED VIEW marts.title_daily_mv TO marts.title_daily AS
SELECT toDate(event_time) AS day, title_id, country,
       countIf(event_type = 'start') AS plays,
       countIf(event_type = 'progress') * 10 / 60 AS minutes,
       sum(buffering_ms) AS buffering_ms
FROM raw.playback_events
GROUP BY day, title_id, country;

CREATE MATERIALIZED VIEW marts.title_daily_uniques_mv TO marts.title_daily_uniques AS
SELECT toDate(event_time) AS day, title_id,
       uniqCombined64State(account_id) AS accounts,
       quantileTDigestState(0.95)(bitrate_kbps) AS p95_rate
FROM raw.playback_events
WHERE event_type = 'progress'
GROUP BY day, title_id;

CREATE MATERIALIZED VIEW marts.device_quality_mv TO marts.device_quality_hourly
AS
WITH dictGetOrDefault('ref.device_dict', 'family', toUInt64(device_id), 'other') AS fam
SELECT
    toStartOfHour(toDateTime(event_time)) AS hour,
    fam AS family,
    bitrateBucket(bitrate_kbps) AS bucket,
    count() AS samples,
    sum(buffering_ms) AS buffering_sum,
    quantilesTimingState(0.5, 0.9, 0.99)(bitrate_kbps) AS rate_hist
FROM raw.playback_events
GROUP BY hour, family, bucket;
