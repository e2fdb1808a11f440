CREATE SINK revenue_feed IN CLUSTER serving
    FROM marts.revenue_daily
    INTO KAFKA CONNECTION kafka (TOPIC 'revenue')
    FORMAT JSON ENVELOPE DEBEZIUM;
