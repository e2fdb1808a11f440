create view open_carts as
select s.visitor_id
     , s.session_no
     , s.customer_id
     , s.cart_adds
     , s.ended_at
  from prep.sessions s
 where s.cart_adds > 0
   and not s.converted
   and mz_now() <= s.ended_at + interval '3 days'
   and not exists (
         select 1
           from prep.orders_enriched o
          where o.customer_id = s.customer_id
            and o.placed_at between s.started_at and s.ended_at + interval '1 day'
       );

create index open_carts_customer in cluster serving on open_carts (customer_id);
