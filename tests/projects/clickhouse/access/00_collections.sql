CREATE NAMED COLLECTION IF NOT EXISTS kafka_main AS
    kafka_broker_list = 'kafka-1.internal:9092,kafka-2.internal:9092',
    kafka_format = 'JSONEachRow',
    kafka_group_name = 'clickhouse-video' OVERRIDABLE;

CREATE NAMED COLLECTION cdn_bucket AS url = 'https://cdn-logs.s3.example.net/edge/', format = 'CSVWithNames' NOT OVERRIDABLE;
