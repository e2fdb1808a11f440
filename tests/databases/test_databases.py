"""The databases of the tests: empty each time, and a catalogue that shows every difference that counts."""

from __future__ import annotations

import pytest

from tests.databases.clickhouse import ClickHouseDatabase
from tests.databases.database import Database, Refused, differences
from tests.databases.postgres import PostgresDatabase

_POSTGRES = """
    CREATE SCHEMA s;
    CREATE FUNCTION s.f(x integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT x + 1';
    CREATE TABLE s.t (id integer PRIMARY KEY, a text DEFAULT 'x', n bigserial);
    CREATE INDEX t_a ON s.t (a);
    CREATE VIEW s.v AS SELECT id, s.f(id) AS g FROM s.t;
    CREATE MATERIALIZED VIEW s.m AS SELECT g FROM s.v;
"""
_POSTGRES_EDITS = """
    ALTER TABLE s.t ADD b date
    ALTER TABLE s.t DROP a
    ALTER TABLE s.t ALTER a TYPE varchar(9)
    ALTER TABLE s.t ALTER a SET NOT NULL
    ALTER TABLE s.t ALTER a DROP DEFAULT
    ALTER TABLE s.t ADD CHECK (id > 0)
    ALTER TABLE s.t DROP CONSTRAINT t_pkey
    ALTER TABLE s.t ENABLE ROW LEVEL SECURITY
    DROP INDEX s.t_a
    CREATE UNIQUE INDEX ON s.m (g)
    CREATE OR REPLACE VIEW s.v AS SELECT id, s.f(id + 1) AS g FROM s.t
    REFRESH MATERIALIZED VIEW s.m WITH NO DATA
    CREATE OR REPLACE FUNCTION s.f(x integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT x + 2'
    COMMENT ON VIEW s.v IS 'new'
    COMMENT ON COLUMN s.t.a IS 'new'
    COMMENT ON FUNCTION s.f IS 'new'
    GRANT SELECT ON s.m TO reader
    GRANT USAGE ON SCHEMA s TO reader
    ALTER SEQUENCE s.t_n_seq INCREMENT 5
    CREATE TRIGGER z BEFORE UPDATE ON s.t FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()
    CREATE RULE r AS ON DELETE TO s.t DO INSTEAD NOTHING
    CREATE TYPE s.e AS ENUM ('a')
    ALTER VIEW s.v SET (security_barrier)
"""
_CLICKHOUSE = """
    CREATE DATABASE s;
    CREATE TABLE s.t (id Int64, a String DEFAULT 'x', INDEX i a TYPE minmax) ENGINE = MergeTree ORDER BY id;
    CREATE TABLE s.u (id Int64, n UInt64) ENGINE = SummingMergeTree ORDER BY id;
    CREATE MATERIALIZED VIEW s.m TO s.u AS SELECT id, count() AS n FROM s.t GROUP BY id;
    CREATE MATERIALIZED VIEW s.k ENGINE = MergeTree ORDER BY id AS SELECT id FROM s.t;
    CREATE VIEW s.v AS SELECT id FROM s.u;
    CREATE DICTIONARY s.d (id UInt64, n UInt64) PRIMARY KEY id
        SOURCE(CLICKHOUSE(DB 's' TABLE 'u')) LAYOUT(FLAT()) LIFETIME(0);
"""
_CLICKHOUSE_EDITS = """
    ALTER TABLE s.t ADD COLUMN b Date
    ALTER TABLE s.t MODIFY COLUMN a DEFAULT 'y'
    ALTER TABLE s.t MODIFY COLUMN a LowCardinality(String)
    ALTER TABLE s.t COMMENT COLUMN a 'new'
    ALTER TABLE s.t MODIFY COMMENT 'new'
    ALTER TABLE s.t MODIFY SETTING merge_with_ttl_timeout = 99
    ALTER TABLE s.t DROP INDEX i
    ALTER TABLE s.t ADD PROJECTION p (SELECT a ORDER BY a)
    ALTER TABLE s.m MODIFY QUERY SELECT id, count() + 1 AS n FROM s.t GROUP BY id
    DROP TABLE s.k
    DROP VIEW s.v
    DROP DICTIONARY s.d
    CREATE TABLE s.w (id Int64) ENGINE = Log
    CREATE DATABASE r
"""


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def _assert_shows(database: Database, made: str, edit: str) -> None:
    database.run(made)
    before = database.catalogue()
    database.empty()
    database.run(made)
    assert differences(database.catalogue(), before) == []
    database.run(edit)
    assert differences(database.catalogue(), before)


@pytest.mark.parametrize("edit", _lines(_POSTGRES_EDITS))
def test_the_catalogue_of_postgres_shows(edit: str, postgres: PostgresDatabase) -> None:
    edit = edit if "DROP a" not in edit else f"{edit} CASCADE"
    _assert_shows(postgres, _POSTGRES, edit)


@pytest.mark.parametrize("edit", _lines(_CLICKHOUSE_EDITS))
def test_the_catalogue_of_clickhouse_shows(edit: str, clickhouse: ClickHouseDatabase) -> None:
    _assert_shows(clickhouse, _CLICKHOUSE, edit)


def test_postgres_refuses_a_drop_under_a_reader(postgres: PostgresDatabase) -> None:
    postgres.run(_POSTGRES)
    with pytest.raises(Refused, match="other objects depend on it"):
        postgres.run("DROP TABLE s.t")


@pytest.mark.parametrize("table", ["t", "u"])
def test_clickhouse_refuses_a_drop_under_a_view_only_where_it_is_asked_to(
    table: str, clickhouse: ClickHouseDatabase
) -> None:
    clickhouse.run(_CLICKHOUSE)
    clickhouse.run("DROP DICTIONARY s.d")
    clickhouse.check_dependencies(on=True)
    with pytest.raises(Refused, match="HAVE_DEPENDENT_OBJECTS"):
        clickhouse.run(f"DROP TABLE s.{table}")
    clickhouse.check_dependencies(on=False)
    clickhouse.run(f"DROP TABLE s.{table}")


def test_rows_are_those_of_tables(postgres: PostgresDatabase, clickhouse: ClickHouseDatabase) -> None:
    postgres.run(_POSTGRES + "INSERT INTO s.t VALUES (2, 'b'), (1, NULL)")
    assert list(postgres.columns()) == ["s.t"]
    assert postgres.rows("s.t", ["id", "a"]) == [("1", "None"), ("2", "b")]
    clickhouse.run(_CLICKHOUSE + "INSERT INTO s.t (id) VALUES (2), (1)")
    assert sorted(clickhouse.columns()) == ["s.t", "s.u"]
    assert clickhouse.rows("s.u", ["id", "n"]) == [("1", "1"), ("2", "1")]
