-- Connections and secrets.

--# kind: secret
--# action: create
--# name: materialize.external.kafka_password
CREATE SECRET external.kafka_password AS 'p;w''d SECRET ghost';

--# kind: secret
--# action: create
--# name: materialize.public.tls_key
--# if_not_exists: yes
CREATE SECRET IF NOT EXISTS tls_key AS decode('c2VjcmV0', 'base64');

--# kind: secret
--# action: alter
--# name: materialize.external.kafka_password
ALTER SECRET external.kafka_password AS 'new';

--# kind: secret
--# action: drop
--# name: materialize.public.tls_key
DROP SECRET tls_key;

--# kind: connection
--# action: create
--# name: materialize.external.kafka_main
--# connections: materialize.external.kafka_password, materialize.external.kafka_user
CREATE CONNECTION external.kafka_main TO KAFKA (
    BROKER 'broker-1.internal:9092',
    SASL MECHANISMS = 'SCRAM-SHA-512',
    SASL USERNAME = SECRET external.kafka_user,
    SASL PASSWORD = SECRET external.kafka_password
);

-- Nested broker list: tunnels and PrivateLinks per broker.
--# kind: connection
--# action: create
--# name: materialize.public.kafka_private
--# connections: materialize.net.bastion, materialize.net.pl_a, materialize.net.pl_b, materialize.public.ca, materialize.public.cert, materialize.public.tls_key
CREATE CONNECTION kafka_private TO KAFKA (
    BROKERS (
        'b1:9092' USING SSH TUNNEL net.bastion,
        'b2:9092' USING AWS PRIVATELINK net.pl_a (PORT 9001, AVAILABILITY ZONE 'use1-az1'),
        'b3:9092' USING AWS PRIVATELINK net.pl_b (PORT 9002)
    ),
    SECURITY PROTOCOL = 'SSL',
    SSL KEY = SECRET tls_key,
    SSL CERTIFICATE = SECRET cert,
    SSL CERTIFICATE AUTHORITY = SECRET ca
) WITH (VALIDATE = false);

-- Option names that contain the words SECRET and KEY.
--# kind: connection
--# action: create
--# name: materialize.external.aws_keys
--# connections: materialize.external.aws_id, materialize.external.aws_secret
CREATE CONNECTION external.aws_keys TO AWS (
    ACCESS KEY ID = SECRET external.aws_id,
    SECRET ACCESS KEY = SECRET external.aws_secret,
    REGION = 'eu-central-1'
);

--# kind: connection
--# action: create
--# name: materialize.external.aws_role
CREATE CONNECTION external.aws_role TO AWS (ASSUME ROLE ARN = 'arn:aws:iam::123456789012:role/mz', ASSUME ROLE SESSION NAME = 'SECRET');

--# kind: connection
--# action: create
--# name: materialize.external.msk
--# connections: materialize.external.aws_role, materialize.external.pl
CREATE CONNECTION external.msk TO KAFKA (BROKER 'x:9098' USING AWS PRIVATELINK external.pl, SECURITY PROTOCOL = 'SASL_SSL', AWS CONNECTION = external.aws_role);

-- Here SSH TUNNEL and AWS PRIVATELINK are what is made, not what is used.
--# kind: connection
--# action: create
--# name: materialize.net.bastion
CREATE CONNECTION net.bastion TO SSH TUNNEL (HOST 'bastion.internal', USER 'mz', PORT 22);

--# kind: connection
--# action: create
--# name: materialize.net.pl_a
--# if_not_exists: yes
CREATE CONNECTION IF NOT EXISTS net.pl_a TO AWS PRIVATELINK (
    SERVICE NAME 'com.amazonaws.vpce.us-east-1.vpce-svc-0e123abc123198abc',
    AVAILABILITY ZONES ('use1-az1', 'use1-az4')
);

--# kind: connection
--# action: create
--# name: materialize.external.pg_main
--# connections: materialize.external.pg_password, materialize.net.bastion
CREATE CONNECTION external.pg_main TO POSTGRES (
    HOST 'db.internal', PORT 5432, USER 'mz', PASSWORD SECRET external.pg_password,
    SSH TUNNEL net.bastion, SSL MODE 'require', DATABASE 'shop'
);

--# kind: connection
--# action: create
--# name: materialize.external.csr_main
--# connections: materialize.external.csr_password, materialize.net.pl_csr
CREATE CONNECTION external.csr_main TO CONFLUENT SCHEMA REGISTRY (
    URL 'https://csr.internal:8081', USERNAME = 'mz', PASSWORD = SECRET external.csr_password, AWS PRIVATELINK net.pl_csr
);

--# kind: connection
--# action: create
--# name: materialize.external.loyalty
--# connections: materialize.external.aws_rds, materialize.net.bastion
CREATE CONNECTION external.loyalty TO MYSQL (
    HOST 'mysql.internal', USER 'mz', SSL MODE 'verify_ca',
    AWS CONNECTION external.aws_rds, SSH TUNNEL = net.bastion
);

--# kind: connection
--# action: create
--# name: materialize.external.erp
--# connections: materialize."Vault"."erp password"
CREATE CONNECTION external.erp TO SQL SERVER (HOST 'erp', PORT 1433, USER 'mz', PASSWORD = SECRET "Vault"."erp password", DATABASE 'erp');

--# kind: connection
--# action: create
--# name: materialize.external.ice
--# connections: materialize.external.aws_lake
CREATE CONNECTION external.ice TO ICEBERG CATALOG (
    CATALOG TYPE = 's3tablesrest', URL = 'https://s3tables.us-east-1.amazonaws.com/iceberg',
    WAREHOUSE = 'arn:aws:s3tables:us-east-1:123456789012:bucket/lake', AWS CONNECTION = external.aws_lake
);

--# kind: connection
--# action: alter
--# name: materialize.external.pg_main
--# connections: materialize.external.pg_password_2
ALTER CONNECTION external.pg_main SET (PASSWORD = SECRET external.pg_password_2), SET (PORT 5433), DROP (SSL MODE);

--# kind: connection
--# action: alter
--# name: materialize.net.bastion
ALTER CONNECTION net.bastion ROTATE KEYS;

--# kind: connection
--# action: drop
--# name: materialize.external.msk
DROP CONNECTION IF EXISTS external.msk CASCADE;
