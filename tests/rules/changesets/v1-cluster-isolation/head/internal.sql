CREATE MATERIALIZED VIEW internal.winning_bids IN CLUSTER staging AS SELECT 1 AS a;
CREATE INDEX winning_bids_idx IN CLUSTER quickstart ON internal.winning_bids (a);
