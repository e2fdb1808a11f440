CREATE VIEW internal.winning_bids AS SELECT 1 AS a;
CREATE INDEX wb IN CLUSTER quickstart ON internal.winning_bids (a);
