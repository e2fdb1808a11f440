CREATE VIEW public.flippers AS SELECT 2 AS a;
