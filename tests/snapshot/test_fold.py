"""Statements on one object, in file order, leave what the last of them says."""

from __future__ import annotations

import pytest

from tests.objects import objects_of

TABLE = "CREATE TABLE t (a int);"


def structure(sql: str, dialect: str = "postgres", name: str = "postgres.public.t") -> str:
    return objects_of(sql, dialect)[name].structure


def test_an_alter_changes_the_structure() -> None:
    assert structure(TABLE) != structure(f"{TABLE} ALTER TABLE t ADD COLUMN b int;")


def test_the_order_of_two_alters_counts() -> None:
    add, drop = "ALTER TABLE t ADD COLUMN b int;", "ALTER TABLE t DROP COLUMN b;"
    assert structure(TABLE + add + drop) != structure(TABLE + drop + add)


def test_files_are_folded_in_the_order_of_the_numbers_in_their_names() -> None:
    create, one, two = TABLE, "ALTER TABLE t ADD COLUMN b int;", "ALTER TABLE t ADD COLUMN c int;"
    padded = objects_of({"01.sql": create, "02.sql": one, "10.sql": two})
    plain = objects_of({"1.sql": create, "2.sql": one, "10.sql": two})
    assert padded["postgres.public.t"].structure == plain["postgres.public.t"].structure


def test_a_dropped_object_is_gone_and_one_made_again_is_as_new() -> None:
    assert "postgres.public.t" not in objects_of(f"{TABLE} DROP TABLE t;")
    again = f"CREATE TABLE t (old text); CREATE INDEX i ON t (old); GRANT SELECT ON t TO r; DROP TABLE t; {TABLE}"
    assert objects_of(again)["postgres.public.t"].structure == structure(TABLE)
    assert objects_of(again)["postgres.public.t"].metadata == ""


def test_the_order_of_indexes_does_not_show_but_each_of_them_does() -> None:
    one, two = "CREATE INDEX i ON t (a);", "CREATE INDEX j ON t (b);"
    assert structure(TABLE + one + two) == structure(TABLE + two + one)
    assert structure(TABLE + one) != structure(TABLE + one + two)
    assert structure(TABLE + one) != structure(TABLE + one.replace("(a)", "(b)"))


def test_a_dropped_index_leaves_no_trace_on_its_table() -> None:
    assert structure(f"{TABLE} CREATE INDEX i ON t (a); DROP INDEX i;") == structure(TABLE)


def test_an_altered_index_counts_for_its_table() -> None:
    made = f"{TABLE} CREATE INDEX i ON t (a);"
    assert structure(f"{made} ALTER INDEX i SET (fillfactor = 70);") != structure(made)


@pytest.mark.parametrize(
    "statement", ["GRANT SELECT ON t TO r;", "COMMENT ON TABLE t IS 'x';", "COMMENT ON COLUMN t.a IS 'x';"]
)
def test_grants_and_comments_are_metadata_and_no_structure(statement: str) -> None:
    plain, told = objects_of(TABLE)["postgres.public.t"], objects_of(TABLE + statement)["postgres.public.t"]
    assert plain.structure == told.structure
    assert plain.metadata != told.metadata


def test_unit_tests_are_metadata() -> None:
    view = "CREATE VIEW v AS SELECT a FROM t;"
    test = "EXECUTE UNIT TEST one FOR v MOCK t(a int) AS (SELECT 1) EXPECTED (a int) AS (SELECT 1);"
    plain = objects_of(view, "materialize")["materialize.public.v"]
    tested = objects_of(view + test, "materialize")["materialize.public.v"]
    assert plain.structure == tested.structure
    assert plain.metadata != tested.metadata


def test_a_renamed_object_has_its_statements_under_the_new_name() -> None:
    objects = objects_of(f"{TABLE} CREATE INDEX i ON t (a); ALTER TABLE t RENAME TO u; ALTER TABLE u ADD COLUMN b int;")
    assert list(objects) == ["postgres.public.u"]
    made_as_u = "CREATE TABLE u (a int); CREATE INDEX i ON u (a); ALTER TABLE u ADD COLUMN b int;"
    assert objects["postgres.public.u"].structure == objects_of(made_as_u)["postgres.public.u"].structure


def test_a_name_that_is_free_again_can_be_used_again() -> None:
    objects = objects_of(f"{TABLE} ALTER TABLE t RENAME TO u; CREATE TABLE t (z text);")
    assert objects["postgres.public.u"].structure == structure(TABLE)
    assert objects["postgres.public.t"].structure == structure("CREATE TABLE t (z text);")


def test_set_schema_moves_an_object() -> None:
    assert list(objects_of(f"{TABLE} ALTER TABLE t SET SCHEMA archive;")) == ["postgres.archive.t"]


def test_exchanged_tables_swap_their_definitions() -> None:
    made = "CREATE TABLE a (x Int8) ENGINE = Memory; CREATE TABLE b (y String) ENGINE = Memory;"
    before = objects_of(made, "clickhouse")
    after = objects_of(f"{made} EXCHANGE TABLES a AND b;", "clickhouse")
    assert after["clickhouse.default.a"].structure == before["clickhouse.default.b"].structure
    assert after["clickhouse.default.b"].structure == before["clickhouse.default.a"].structure


def test_a_second_definition_is_a_duplicate_and_or_replace_is_not() -> None:
    view = "CREATE VIEW t AS SELECT 1;"
    twice = objects_of(f"{view}\n{view}")["postgres.public.t"]
    assert [place and place["line"] for place in (twice.duplicate_of, twice.duplicate)] == [1, 2]
    assert objects_of(f"{view} CREATE OR REPLACE VIEW t AS SELECT 2;")["postgres.public.t"].duplicate is None


def test_overloads_of_a_function_are_one_object_and_no_duplicates() -> None:
    one = "CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql AS 'SELECT 1';"
    two = "CREATE FUNCTION f(a text) RETURNS int LANGUAGE sql AS 'SELECT 2';"
    both = objects_of(one + two)["postgres.public.f"]
    assert both.duplicate is None
    assert both.structure not in (objects_of(one)["postgres.public.f"].structure, "")
    assert both.structure == objects_of(two + one)["postgres.public.f"].structure


def test_if_not_exists_keeps_the_first_definition() -> None:
    both = "CREATE TABLE t (a int); CREATE TABLE IF NOT EXISTS t (a text);"
    assert structure(both) == structure(TABLE)


CREATE = "SELECT pgtrickle.create_stream_table('t', $$SELECT a FROM s$$, '1m', 'DIFFERENTIAL');"


def test_an_altered_stream_table_is_as_one_made_so() -> None:
    altered = structure(f"{CREATE} SELECT pgtrickle.alter_stream_table('t', schedule => '5m');")
    assert altered == structure(CREATE.replace("1m", "5m"))
    assert altered != structure(CREATE)


def test_an_altered_query_replaces_what_a_stream_table_reads() -> None:
    objects = objects_of(f"{CREATE} SELECT pgtrickle.alter_stream_table('t', query => $$SELECT b FROM u$$);")
    assert [link["name"] for link in objects["postgres.public.t"].links] == ["u"]


def test_how_a_stream_table_s_arguments_are_passed_does_not_show() -> None:
    named = """SELECT create_stream_table(query => 'select a from public.s', name => 'public.t',
               refresh_mode => 'differential', schedule => '1m')"""
    assert structure(named) == structure(CREATE)


def test_statements_on_an_object_that_nothing_creates_do_not_define_it() -> None:
    assert not objects_of("GRANT SELECT ON t TO r;")["postgres.public.t"].defined


def test_a_materialized_view_s_links_tell_role_and_line() -> None:
    sql = "CREATE MATERIALIZED VIEW m TO d AS\nSELECT x FROM s;"
    (state,) = objects_of(sql, "clickhouse").values()
    assert [(link["role"], link["name"], link["line"]) for link in state.links] == [("write", "d", 1), ("read", "s", 2)]


def test_an_alter_in_a_file_before_the_table_s_own_counts_and_makes_no_duplicate() -> None:
    alter = "ALTER TABLE t ADD COLUMN b int;"
    before = objects_of({"migrations/1.sql": alter, "tables/t.sql": TABLE})["postgres.public.t"]
    after = objects_of({"schema/t.sql": TABLE, "upgrades/1.sql": alter})["postgres.public.t"]
    assert before.duplicate is None
    assert before.structure == after.structure != structure(TABLE)


def test_a_replaced_definition_forgets_what_was_altered_before() -> None:
    old = "CREATE VIEW t AS SELECT a FROM x; ALTER VIEW t SET (security_barrier);"
    new = "CREATE OR REPLACE VIEW t AS SELECT b FROM y;"
    assert structure(old + new) == structure(new)
    assert [link["name"] for link in objects_of(old + new)["postgres.public.t"].links] == ["y"]


def test_grants_in_another_order_are_other_metadata_but_their_files_may_move() -> None:
    grant, revoke = "GRANT SELECT ON t TO r;", "REVOKE SELECT ON t FROM r;"
    one, other = objects_of(TABLE + grant + revoke), objects_of(TABLE + revoke + grant)
    assert one["postgres.public.t"].metadata != other["postgres.public.t"].metadata
    here, there = {"a.sql": TABLE, "b.sql": grant, "c.sql": revoke}, {"c.sql": TABLE, "b.sql": revoke, "a.sql": grant}
    assert objects_of(here)["postgres.public.t"].metadata == objects_of(there)["postgres.public.t"].metadata


F_INT = "CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql AS 'SELECT x FROM one';"
F_TEXT = "CREATE FUNCTION f(a text) RETURNS int LANGUAGE sql AS 'SELECT x FROM two';"


def test_dropping_one_overload_leaves_the_others() -> None:
    left = objects_of(f"{F_INT} {F_TEXT} DROP FUNCTION f(int);")["postgres.public.f"]
    assert left.structure == objects_of(F_TEXT)["postgres.public.f"].structure
    assert "postgres.public.f" not in objects_of(f"{F_INT} {F_TEXT} DROP FUNCTION f(int); DROP FUNCTION f(text);")


def test_replacing_one_overload_keeps_what_the_others_read() -> None:
    replaced = F_TEXT.replace("CREATE", "CREATE OR REPLACE").replace("two", "three")
    links = objects_of(f"{F_INT} {F_TEXT} {replaced}")["postgres.public.f"].links
    assert sorted(link["name"] for link in links if link["role"] == "read") == ["one", "three"]


def test_a_reader_follows_a_renamed_table_where_names_are_bound() -> None:
    sql = "CREATE TABLE a (x int); CREATE VIEW v AS SELECT x FROM a; ALTER TABLE a RENAME TO b;"
    assert [link["name"] for link in objects_of(sql)["postgres.public.v"].links] == ["b"]
    later = (
        "CREATE TABLE a (x int); ALTER TABLE a RENAME TO b; CREATE TABLE a (y int); CREATE VIEW v AS SELECT y FROM a;"
    )
    assert [link["name"] for link in objects_of(later)["postgres.public.v"].links] == ["a"]


def test_clickhouse_reads_by_name_whatever_is_exchanged() -> None:
    sql = "CREATE TABLE a (x Int8) ENGINE = Memory; CREATE VIEW v AS SELECT x FROM a; RENAME TABLE a TO b;"
    assert [link["name"] for link in objects_of(sql, "clickhouse")["clickhouse.default.v"].links] == ["a"]


def test_an_altered_cluster_is_the_object_s_cluster() -> None:
    sql = "CREATE MATERIALIZED VIEW m IN CLUSTER a AS SELECT 1;"
    altered = objects_of(f"{sql} ALTER MATERIALIZED VIEW m SET CLUSTER b;", "materialize")["materialize.public.m"]
    assert altered.cluster == "b"


def test_an_alter_table_on_a_stream_table_and_calls_on_one_made_elsewhere_count() -> None:
    assert structure(CREATE) != structure(f"{CREATE} ALTER TABLE t SET (fillfactor = 50);")
    alter = "SELECT alter_stream_table('t', schedule => '{}');"
    assert structure(alter.format("1m")) != structure(alter.format("5m"))


def test_two_equal_indexes_without_a_name_are_two() -> None:
    index = "CREATE INDEX ON t (a);"
    assert structure(TABLE + index) != structure(TABLE + index + index)


def test_an_index_name_that_is_used_again_belongs_to_its_new_table() -> None:
    moved = objects_of(
        f"{TABLE} CREATE TABLE u (a int); CREATE INDEX i ON t (a); DROP INDEX i; CREATE INDEX i ON u (a);"
    )
    assert moved["postgres.public.t"].structure == structure(TABLE)
    assert moved["postgres.public.u"].structure == structure(f"{TABLE} CREATE INDEX i ON t (a);")


def test_a_renamed_index_leaves_its_table_the_name_and_goes_by_the_new_one() -> None:
    made = f"{TABLE} CREATE INDEX i ON t (a);"
    renamed = objects_of(f"{made} ALTER INDEX i RENAME TO j;")
    assert list(renamed) == ["postgres.public.t"]
    assert renamed["postgres.public.t"].structure != structure(made)
    assert structure(f"{made} ALTER INDEX i RENAME TO j; DROP INDEX j;") == structure(TABLE)


def test_names_of_files_that_mix_letters_and_digits_are_ordered() -> None:
    objects = objects_of({"a.sql": TABLE, "a.sql1.sql": "ALTER TABLE t ADD b int;", "a.1": "", "a1b2.sql": ""})
    assert objects["postgres.public.t"].structure != structure(TABLE)


def test_dropping_a_schema_with_all_it_holds_drops_its_objects() -> None:
    made = "CREATE SCHEMA s; CREATE TABLE s.t (a int); CREATE TABLE other.t (a int);"
    sql = f"{made} DROP SCHEMA s CASCADE; CREATE TABLE s.u (a int);"
    assert sorted(objects_of(sql)) == ["postgres.other.t", "postgres.s.u"]


def test_dropping_a_clickhouse_database_drops_its_tables() -> None:
    sql = "CREATE TABLE d.t (a Int8) ENGINE = Memory; CREATE TABLE e.t (a Int8) ENGINE = Memory; DROP DATABASE d;"
    assert list(objects_of(sql, "clickhouse")) == ["clickhouse.e.t"]


def test_a_name_is_looked_up_in_every_schema_of_the_search_path() -> None:
    objects = objects_of("SET search_path = a, b; CREATE VIEW v AS SELECT x FROM t;")
    links = objects["postgres.a.v"].links
    assert [f"{link['schema']}.{link['name']}" for link in links] == ["a.t", "b.t"]
