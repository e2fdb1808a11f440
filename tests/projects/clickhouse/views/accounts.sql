create view marts.account_value as
with
    (select max(toDate(session_end)) from staging.sessions_final) as last_day,
    activity as (
        select account_id,
               uniqExact(toDate(session_start)) as active_days,
               sum(dateDiff('second', session_start, session_end)) / 3600 as hours
        from staging.sessions_final
        where toDate(session_start) > last_day - 28
        group by account_id
    )
select c.account_id
     , c.plan_id
     , centsToUnits(c.mrr_cents)                    as mrr
     , a.active_days
     , a.hours
     , multiIf(a.hours > 40, 'heavy', a.active_days >= 12, 'regular', a.active_days > 0, 'light', 'none') as segment
from staging.subscriptions_current as c
left join activity as a on a.account_id = c.account_id;

create view marts.churn_risk as
select account_id, week, hours,
       lagInFrame(hours, 1, 0) over w as hours_before,
       avg(hours) over (partition by account_id order by week rows between 3 preceding and current row) as hours_4w,
       hours < 0.25 * hours_4w as at_risk
from (
    select account_id, toMonday(session_start) as week, sum(dateDiff('second', session_start, session_end)) / 3600 as hours
    from staging.sessions_final
    group by account_id, week
)
where account_id in (select account_id from staging.subscriptions_current)
window w as (partition by account_id order by week rows between unbounded preceding and unbounded following);
