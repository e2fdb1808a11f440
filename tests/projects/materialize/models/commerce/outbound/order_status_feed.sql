CREATE SINK order_status_feed
    IN CLUSTER outbound
    FROM api.order_status
    INTO KAFKA CONNECTION external.kafka_main (
        TOPIC 'shop.order-status.v1',
        COMPRESSION TYPE 'zstd',
        TOPIC PARTITION COUNT 12
    )
    KEY (order_id) NOT ENFORCED
    FORMAT AVRO USING CONFLUENT SCHEMA REGISTRY CONNECTION external.csr_main
    ENVELOPE UPSERT;
COMMENT ON SINK order_status_feed IS 'Read by notifications and by the app push service';
