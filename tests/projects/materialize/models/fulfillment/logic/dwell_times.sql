create view dwell_times as
select l.from_hub as hub_code
     , count(*) as passages
     , avg(extract(epoch from (l.arrived_at - l.departed_at)) / 60.0) as avg_leg_minutes
     , max(r.minutes) as planned_minutes
  from shipment_legs as l
  left join hub_reach as r on r.src = l.from_hub and r.dst = l.to_hub
 where l.arrived_at is not null
 group by l.from_hub;
