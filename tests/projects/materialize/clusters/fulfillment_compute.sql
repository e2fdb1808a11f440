CREATE CLUSTER fulfillment_compute (
    SIZE = '200cc',
    REPLICATION FACTOR = 1,
    INTROSPECTION INTERVAL = '5s'
);
COMMENT ON CLUSTER fulfillment_compute IS 'Maintained views of the fulfillment database';
