-- newest target per level and country, country-less rows as fallback
create view sla_effective as
with ranked as (
    select service_level, country_code, max_hours,
           row_number() over (partition by service_level, country_code order by valid_from desc) as rn
    from landing.sla_targets
)
select service_level, country_code, max_hours from ranked where rn = 1;
