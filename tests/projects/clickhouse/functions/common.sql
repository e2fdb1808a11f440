-- small helpers, keep them side effect free
CREATE FUNCTION IF NOT EXISTS safeDiv AS (a, b) -> if(b = 0, 0, a / b);
CREATE FUNCTION IF NOT EXISTS sessionKey AS (account, device, started) -> cityHash64(account, device, toStartOfHour(started));
CREATE FUNCTION IF NOT EXISTS centsToUnits AS (cents) -> round(cents / 100, 2);
