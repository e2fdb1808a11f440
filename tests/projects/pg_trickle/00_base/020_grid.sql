-- Network model. Exported from the GIS every night, switch states arrive live.
BEGIN;

CREATE TABLE grid.substations (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code         text NOT NULL UNIQUE,
    district     text NOT NULL,
    capacity_mva numeric(8, 2) NOT NULL CHECK (capacity_mva > 0),
    loc          app.geo_point
);

CREATE TABLE grid.feeders (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    substation_id bigint NOT NULL REFERENCES grid.substations (id),
    code          text NOT NULL,
    voltage_kv    numeric(6, 2) NOT NULL,
    commissioned  date,
    UNIQUE (substation_id, code)
);

CREATE TABLE grid.transformers (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feeder_id  bigint NOT NULL REFERENCES grid.feeders ON DELETE RESTRICT,
    node_code  text NOT NULL,
    rating_kva integer NOT NULL
);

CREATE TABLE grid.edges (
    src       text NOT NULL,
    dst       text NOT NULL,
    is_closed boolean NOT NULL DEFAULT true,
    length_m  integer,
    CONSTRAINT edges_pk PRIMARY KEY (src, dst),
    CONSTRAINT edges_no_loop CHECK (src <> dst)
);

CREATE TABLE grid.switch_events (
    id      bigserial PRIMARY KEY,
    src     text NOT NULL,
    dst     text NOT NULL,
    opened  boolean NOT NULL,
    at      timestamptz NOT NULL DEFAULT now(),
    operator text,
    FOREIGN KEY (src, dst) REFERENCES grid.edges (src, dst)
);

CREATE TABLE grid.outages (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    feeder_id  bigint NOT NULL REFERENCES grid.feeders (id),
    cause      grid.outage_cause NOT NULL DEFAULT 'unknown',
    started_at timestamptz NOT NULL,
    ended_at   timestamptz,
    customers_affected integer NOT NULL DEFAULT 0,
    duration   interval GENERATED ALWAYS AS (ended_at - started_at) STORED,
    CONSTRAINT outages_no_overlap EXCLUDE USING gist (feeder_id WITH =, tstzrange(started_at, ended_at) WITH &&)
);

CREATE INDEX outages_open_idx ON grid.outages (feeder_id) WHERE ended_at IS NULL;
CREATE INDEX transformers_node_idx ON grid.transformers USING hash (node_code);

COMMIT;
