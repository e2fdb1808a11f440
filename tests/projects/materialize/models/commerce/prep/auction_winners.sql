CREATE VIEW auction_winners AS
SELECT DISTINCT ON (a.id) a.id AS auction_id, a.item, b.buyer, b.amount
FROM ingest.auctions a JOIN ingest.bids b ON b.auction_id = a.id
WHERE b.bid_time < a.end_time AND mz_now() >= a.end_time
ORDER BY a.id, b.amount DESC, b.bid_time, b.buyer;
