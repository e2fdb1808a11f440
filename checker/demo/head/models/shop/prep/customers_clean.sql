-- Reformatted only: this is no change.
create view customers_clean as
select
    id,
    lower(trim(email)) as email,
    coalesce(country, 'unknown') as country
from shop.raw.customers;

create index customers_clean_by_id in cluster serving on customers_clean (id);
