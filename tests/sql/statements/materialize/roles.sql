-- Roles and network policies.

--# kind: role
--# action: create
--# name: reader
CREATE ROLE reader;

--# kind: role
--# action: create
--# name: "dev@example.com"
CREATE ROLE "dev@example.com" WITH INHERIT;

--# kind: role
--# action: alter
--# name: reader
ALTER ROLE reader SET cluster TO serving;

--# kind: role
--# action: drop
--# name: reader
DROP ROLE IF EXISTS reader;

--# kind: network policy
--# action: create
--# name: office
CREATE NETWORK POLICY office (
  RULES (
    hq (ACTION = 'allow', DIRECTION = 'ingress', ADDRESS = '203.0.113.0/24'),
    vpn (ACTION = 'allow', DIRECTION = 'ingress', ADDRESS = '198.51.100.7/32')
  )
);

--# kind: network policy
--# action: alter
--# name: office
ALTER NETWORK POLICY office SET (RULES (hq (ACTION = 'allow', DIRECTION = 'ingress', ADDRESS = '0.0.0.0/0')));

--# kind: network policy
--# action: drop
--# name: office
DROP NETWORK POLICY office;
