-- Classic gaps-and-islands: a pause of more than 30 minutes starts a new session.
create view sessions as
with flagged as (
    select visitor_id, event_id, event_type, product_id, customer_id, event_ts,
           case
               when lag(event_ts) over (partition by visitor_id order by event_ts) is null then 1
               when event_ts - lag(event_ts) over (partition by visitor_id order by event_ts) > interval '30 minutes' then 1
               else 0
           end as starts_session
    from page_events_parsed
),
numbered as (
    select *,
           sum(starts_session) over (partition by visitor_id order by event_ts) as session_no
    from flagged
)
select visitor_id
     , session_no
     , min(event_ts)                                            as started_at
     , max(event_ts)                                            as ended_at
     , max(customer_id)                                         as customer_id
     , count(*)                                                 as events
     , count(distinct product_id)                               as products_seen
     , count(*) filter (where event_type = 'add_to_cart')       as cart_adds
     , bool_or(event_type = 'checkout_done')                    as converted
from numbered
group by visitor_id, session_no;
