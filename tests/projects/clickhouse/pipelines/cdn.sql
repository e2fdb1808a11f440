create table raw.cdn_drop
(
    ts DateTime, pop String, client_ip IPv4, uri String, status UInt16,
    bytes_sent UInt64, ttfb_ms UInt32, cache_status String
)
engine = S3Queue('https://cdn-logs.s3.example.net/edge/*.csv.gz', 'CSVWithNames')
settings mode = 'unordered', keeper_path = '/clickhouse/s3queue/cdn_logs', s3queue_processing_threads_num = 8;

create materialized view raw.cdn_logs_mv to raw.cdn_logs as
select * from raw.cdn_drop
where not startsWith(uri, '/healthz');

create materialized view staging.cdn_errors_mv to staging.cdn_errors as
select toStartOfMinute(ts) as minute, pop, status, title_id, count() as requests, sum(bytes_sent) as bytes_sent
from raw.cdn_logs
where status >= 400
group by minute, pop, status, title_id;

create materialized view marts.cdn_cost_rmv
refresh every 1 day offset 3 hour randomize for 10 minute
to marts.cdn_cost_daily
as
with 0.0085 * 1000 as eur_per_tb
select toDate(ts) as day, pop, sum(bytes_sent) / pow(1024, 4) as terabytes, terabytes * eur_per_tb as cost_eur
from raw.cdn_logs
where ts >= today() - 30
group by day, pop;
