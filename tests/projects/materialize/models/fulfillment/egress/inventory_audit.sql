CREATE SINK inventory_audit IN CLUSTER outbound FROM landing.inventory_moves
INTO KAFKA CONNECTION wire.redpanda (TOPIC 'audit.inventory-moves') FORMAT JSON ENVELOPE DEBEZIUM;
