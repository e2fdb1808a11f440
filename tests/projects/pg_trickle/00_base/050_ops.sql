create table ops.crews (id serial primary key, name text not null, district text not null, size smallint default 2);

create table ops.work_orders (
  id          integer primary key default nextval('ops.work_order_seq'::regclass),
  outage_id   uuid references grid.outages (id) on delete set null,
  crew_id     integer references ops.crews (id),
  priority    smallint not null default 3,
  state       text not null default 'open',
  opened_at   timestamptz not null default now(),
  closed_at   timestamptz,
  details     jsonb not null default '{}'::jsonb
);
create index work_orders_tags on ops.work_orders using gin ((details -> 'tags'));

create table ops.work_order_events (
  id bigserial primary key, work_order_id integer not null references ops.work_orders (id),
  kind text not null, at timestamptz not null default now(), payload jsonb
);

create table ops.sla_policies (priority smallint primary key, respond_within interval not null, resolve_within interval not null);

create table ops.audit_log (
  id bigserial, at timestamptz not null default clock_timestamp(), actor text not null default current_user,
  relation regclass not null, op char(1) not null, old_row jsonb, new_row jsonb
);
