CREATE CONNECTION kafka_main TO KAFKA (
    BROKER :'kafka_bootstrap' USING SSH TUNNEL bastion,
    SECURITY PROTOCOL = 'SASL_SSL',
    SASL MECHANISMS = 'SCRAM-SHA-512',
    SASL USERNAME = :'kafka_user',
    SASL PASSWORD = SECRET kafka_sasl_password
);
