CREATE VIEW public.flip_activities AS SELECT 1 AS a;
CREATE INDEX fa IN CLUSTER quickstart ON public.flip_activities (a);
