-- Fan-out tables. Local tables live in raw.*, these only route.
CREATE TABLE ops.playback_events_all ON CLUSTER video_cluster AS raw.playback_events
ENGINE = Distributed('video_cluster', 'raw', 'playback_events', cityHash64(account_id));

CREATE TABLE ops.ad_events_all ON CLUSTER video_cluster
(
    event_id UUID, event_time DateTime64(3, 'UTC'), campaign_id UInt32, account_id UInt64, price_micros UInt64
)
ENGINE = Distributed(video_cluster, raw, ad_events, rand());
