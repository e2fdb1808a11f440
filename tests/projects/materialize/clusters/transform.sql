CREATE CLUSTER transform (
    SIZE = '400cc',
    REPLICATION FACTOR = 2
);
GRANT USAGE, CREATE ON CLUSTER transform TO data_platform;
