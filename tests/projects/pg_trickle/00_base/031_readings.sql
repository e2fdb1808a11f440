-- One row per meter and quarter hour: by far the biggest table, hence partitions.
CREATE TABLE app.readings (
    meter_id    bigint NOT NULL,
    read_at     timestamptz NOT NULL,
    kwh         app.kwh NOT NULL,
    quality     app.reading_quality NOT NULL DEFAULT 'actual',
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (meter_id, read_at)
) PARTITION BY RANGE (read_at);

CREATE TABLE app.readings_2025_h1 PARTITION OF app.readings
    FOR VALUES FROM ('2025-01-01 00:00+00') TO ('2025-07-01 00:00+00');
CREATE TABLE app.readings_2025_h2 PARTITION OF app.readings
    FOR VALUES FROM ('2025-07-01 00:00+00') TO ('2026-01-01 00:00+00');
CREATE TABLE app.readings_rest PARTITION OF app.readings DEFAULT;

CREATE INDEX readings_brin ON app.readings USING brin (read_at);

CREATE TABLE app.readings_archive (LIKE app.readings INCLUDING DEFAULTS);
ALTER TABLE app.readings_archive ADD COLUMN archived_at timestamptz NOT NULL DEFAULT now();

ALTER TABLE app.readings ADD CONSTRAINT readings_meter_fk FOREIGN KEY (meter_id) REFERENCES app.meters (id);
