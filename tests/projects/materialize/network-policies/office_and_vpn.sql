CREATE NETWORK POLICY office_and_vpn (
    RULES (
        berlin_office (ACTION = 'allow', DIRECTION = 'ingress', ADDRESS = '203.0.113.0/28'),
        vpn_exit (ACTION = 'allow', DIRECTION = 'ingress', ADDRESS = '198.51.100.7/32')
    )
);
