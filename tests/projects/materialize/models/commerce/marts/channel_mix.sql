create view channel_mix as
  select date_trunc('week', placed_at) as week, 'web' as channel_group, count(*) as orders
  from prep.orders_enriched where channel in ('web', 'pwa') group by 1
union all
  select date_trunc('week', placed_at), 'app', count(*)
  from prep.orders_enriched where channel like 'app%' group by 1
union all
  select date_trunc('week', placed_at), 'marketplace', count(*)
  from prep.orders_enriched where channel not in ('web', 'pwa') and channel not like 'app%' group by 1;
