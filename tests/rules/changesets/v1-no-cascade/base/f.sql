CREATE VIEW public.flippers AS SELECT 1 AS a;
