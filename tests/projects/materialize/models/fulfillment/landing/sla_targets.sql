create table sla_targets (
    service_level text not null,
    country_code  text,             -- null = all countries
    max_hours     int  not null,
    valid_from    date not null
);
grant select, insert, update, delete on sla_targets to data_platform;
