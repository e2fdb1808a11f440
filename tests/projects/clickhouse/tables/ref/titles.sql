CREATE TABLE ref.titles
(
    title_id     UInt64,
    title_name   String,
    kind         Enum8('movie' = 1, 'episode' = 2, 'live' = 3),
    series_id    Nullable(UInt64),
    genres       Array(LowCardinality(String)),
    licensor     LowCardinality(String),
    runtime_s    UInt32,
    released_on  Date,
    updated_at   DateTime
)
ENGINE = ReplacingMergeTree(updated_at)
ORDER BY title_id
COMMENT 'nightly dump from the catalogue service';
