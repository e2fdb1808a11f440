CREATE TABLE auctions FROM SOURCE auction_demo (REFERENCE auction.auctions);
