CREATE ROLE risk_team;
GRANT dashboards TO risk_team;
