-- goes to the shop's own Kafka, not to Redpanda
CREATE SINK stock_feed
    IN CLUSTER outbound
    FROM contracts.stock_v1
    INTO KAFKA CONNECTION commerce.external.kafka_main (TOPIC 'shop.stock.v1', TOPIC REPLICATION FACTOR 3)
    KEY (sku, country_code)
    FORMAT AVRO USING CONFLUENT SCHEMA REGISTRY CONNECTION commerce.external.csr_main (
        AVRO KEY FULLNAME 'shop.StockKey',
        AVRO VALUE FULLNAME 'shop.Stock'
    )
    ENVELOPE UPSERT;
