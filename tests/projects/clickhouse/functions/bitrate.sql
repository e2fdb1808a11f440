CREATE OR REPLACE FUNCTION bitrateBucket AS (kbps) -> multiIf(kbps < 800, 'low', kbps < 2500, 'sd', kbps < 6000, 'hd', 'uhd');
