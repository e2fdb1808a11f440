create view loyalty_balance as
select a.id as account_id, a.customer_id, a.enrolled_on,
       coalesce(sum(l.points), 0)                                    as points,
       coalesce(sum(l.points) filter (where l.kind = 'earn'), 0)     as points_earned,
       max(l.booked_at)                                              as last_booking_at
from ingest.loyalty_accounts a
left join ingest.loyalty_ledger l on l.account_id = a.id
where a.status <> 'closed'
group by a.id, a.customer_id, a.enrolled_on;
