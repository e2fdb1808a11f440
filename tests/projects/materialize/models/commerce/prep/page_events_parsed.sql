create view page_events_parsed as
select (e.data ->> 'event_id')                      as event_id
     , (e.data ->> 'visitor')                       as visitor_id
     , (e.data ->> 'type')                          as event_type
     , (e.data #>> '{context,url}')                 as url
     , nullif(e.data ->> 'customer_id', '')::bigint as customer_id
     , nullif(e.data ->> 'product_id', '')::bigint  as product_id
     , (e.data ->> 'ts')::timestamptz               as event_ts
     , e.received_at
  from ingest.page_events as e
 where e.data ->> 'type' is not null
   and coalesce(e.data ->> 'is_bot', 'false') <> 'true';

execute unit test bots_are_dropped
for commerce.prep.page_events_parsed
mock commerce.ingest.page_events(data jsonb, kafka_partition int, kafka_offset bigint, received_at timestamp) as (
    select * from (values
        ('{"event_id":"a","visitor":"v1","type":"view","product_id":"7","ts":"2025-05-01T10:00:00Z","context":{"url":"/p/7"}}'::jsonb, 0, 1::bigint, '2025-05-01 10:00:01'::timestamp),
        ('{"event_id":"b","visitor":"v2","type":"view","is_bot":"true","ts":"2025-05-01T10:00:00Z"}'::jsonb, 0, 2::bigint, '2025-05-01 10:00:02'::timestamp)
    ) as m
)
expected(event_id text, visitor_id text, event_type text, url text, customer_id bigint, product_id bigint, event_ts timestamptz, received_at timestamp) as (
    select 'a', 'v1', 'view', '/p/7', null::bigint, 7::bigint, '2025-05-01 10:00:00+00'::timestamptz, '2025-05-01 10:00:01'::timestamp
);
