-- Public keys are handed to infra after the first apply.
CREATE CONNECTION bastion TO SSH TUNNEL (
    HOST 'bastion.prod.example.net',
    PORT 22,
    USER 'materialize'
);
GRANT USAGE ON CONNECTION bastion TO data_platform;
