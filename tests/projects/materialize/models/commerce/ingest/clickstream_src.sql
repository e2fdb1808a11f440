CREATE SOURCE clickstream_src
IN CLUSTER ingest
FROM KAFKA CONNECTION commerce.external.kafka_main (
    TOPIC 'web.page-events.v3',
    GROUP ID PREFIX 'mz-clickstream-'
);
