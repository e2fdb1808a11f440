-- Wakes up for REFRESH EVERY views, sleeps otherwise.
CREATE CLUSTER batch_refresh (
    SIZE = '800cc',
    SCHEDULE = ON REFRESH (HYDRATION TIME ESTIMATE = '20 minutes')
);
