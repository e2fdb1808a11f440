CREATE SINK fraud_alerts_feed IN CLUSTER outbound
FROM commerce.api.fraud_review_queue
INTO KAFKA CONNECTION commerce.external.kafka_main (TOPIC 'risk.review-queue')
FORMAT JSON
ENVELOPE DEBEZIUM;
