create view loyalty_tiers as
select lb.customer_id
     , lb.points
     , case when lb.points_earned >= 20000 then 'platinum'
            when lb.points_earned >=  8000 then 'gold'
            when lb.points_earned >=  1500 then 'silver'
            else 'basic' end as tier
     , rank() over (order by lb.points_earned desc) as global_rank
  from prep.loyalty_balance lb;

create default index in cluster serving on loyalty_tiers;
