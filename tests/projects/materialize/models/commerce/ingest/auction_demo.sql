-- Synthetic load for the staging environment and for sizing exercises.
CREATE SOURCE auction_demo IN CLUSTER ingest
    FROM LOAD GENERATOR AUCTION (TICK INTERVAL '1s');
