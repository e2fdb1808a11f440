CREATE CONNECTION redpanda TO KAFKA (
    BROKERS (
        'rp-0.fleet.example.net:9092' USING SSH TUNNEL commerce.external.bastion,
        'rp-1.fleet.example.net:9092' USING SSH TUNNEL commerce.external.bastion
    ),
    SECURITY PROTOCOL = 'SASL_SSL',
    SASL MECHANISMS = 'SCRAM-SHA-256',
    SASL USERNAME = 'telemetry-ro',
    SASL PASSWORD = SECRET redpanda_password,
    SSL CERTIFICATE AUTHORITY = SECRET redpanda_ca,
    PROGRESS TOPIC = 'mz-progress-fulfillment'
);
