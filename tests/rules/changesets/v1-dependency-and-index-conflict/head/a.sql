CREATE VIEW public.flip_activities AS SELECT a AS a FROM internal.winning_bids;
CREATE INDEX fa IN CLUSTER quickstart ON public.flip_activities (a);
CREATE VIEW public.flippers AS SELECT a AS a FROM public.flip_activities;
