CREATE VIEW staging.playback_clean AS
WITH dictGet('ref.geo_ip_dict', 'asn', tuple(ip)) AS asn
SELECT
    p.*,
    asn,
    dictGetOrDefault('ref.device_dict', 'label', toUInt64(device_id), 'unknown') AS device_label
FROM raw.playback_events AS p
WHERE account_id NOT IN (ref.blocked_accounts)
  AND asn NOT IN (SELECT asn FROM ref.bot_networks)
  AND joinGet('ref.account_flags', 'is_employee', account_id) != 1;
