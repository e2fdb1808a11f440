\echo '== reference data'
BEGIN;

COPY app.holidays (day, region, name) FROM stdin;
2025-01-01	ALL	New Year
2025-04-18	ALL	Good Friday
2025-05-01	ALL	Labour Day; banks closed
2025-08-15	SOUTH	Assumption
2025-10-03	ALL	Unity Day -- not a comment
2025-12-25	ALL	Christmas (1st day) $$
\.

INSERT INTO ops.sla_policies (priority, respond_within, resolve_within)
VALUES (1, '30 min', '4 hours'), (2, '2 hours', '12 hours'), (3, '1 day', '5 days')
ON CONFLICT (priority) DO UPDATE SET respond_within = excluded.respond_within, resolve_within = excluded.resolve_within;

COMMIT;
