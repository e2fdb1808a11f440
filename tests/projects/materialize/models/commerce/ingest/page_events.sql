CREATE TABLE page_events
FROM SOURCE clickstream_src (REFERENCE "web.page-events.v3")
FORMAT JSON
INCLUDE PARTITION AS kafka_partition, OFFSET AS kafka_offset, TIMESTAMP AS received_at
ENVELOPE NONE;
