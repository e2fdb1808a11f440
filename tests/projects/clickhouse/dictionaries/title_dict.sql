CREATE DICTIONARY ref.title_dict
(
    title_id   UInt64,
    title_name String DEFAULT 'unknown title',
    licensor   String EXPRESSION upper(licensor),
    runtime_s  UInt32 DEFAULT 0
)
PRIMARY KEY title_id
SOURCE(CLICKHOUSE(DB 'ref' TABLE 'titles'))
LAYOUT(HASHED(SHARDS 4))
LIFETIME(MIN 300 MAX 600);

CREATE TABLE ref.title_lookup
(
    title_id   UInt64,
    title_name String
)
ENGINE = Dictionary('ref.title_dict');
