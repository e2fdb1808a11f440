CREATE TABLE bids FROM SOURCE auction_demo (REFERENCE auction.bids);
