"""What the plan says besides its steps: what it keeps, loses, cannot do, and nobody will carry out."""

from __future__ import annotations

import pytest

from checker.plan.tables import generated_renames
from checker.settings import Settings
from checker.sql.dialect import get_dialect
from tests.plan.executed.planning import plan_between


def planned(
    base: str | dict[str, str], head: str | dict[str, str], dialect: str = "postgres", **more: object
) -> list[str]:
    """Steps, kept objects and problems as short lines."""
    settings = Settings.model_validate({"dialect": dialect, "layout": "auto", "rules": "dependents", **more})
    old, new = ({"a.sql": side} if isinstance(side, str) else side for side in (base, head))
    found = plan_between(old, new, settings)
    steps = [
        f"{one.action} {one.kind} {one.id.rpartition('.')[2]}" for one in (*found.plan.teardown, *found.plan.setup)
    ]
    kept = [f"keep {one.kind} {one.id.rpartition('.')[2]}" for one in found.plan.kept]
    return [*steps, *kept, *(f"! {one.code} {one.subject.id.rpartition('.')[2]}" for one in found.problems)]


def test_a_dropped_table_is_destructive() -> None:
    assert planned("CREATE TABLE t (a int); CREATE TABLE u (a int);", "CREATE TABLE u (a int);") == [
        "drop table t",
        "! destructive t",
    ]


def test_a_table_that_is_only_dirty_is_kept() -> None:
    base = "CREATE TYPE mood AS ENUM ('a'); CREATE TABLE t (m mood);"
    found = planned(base, base.replace("('a')", "('a', 'b')"))
    assert "keep table t" in found
    assert not [line for line in found if line.startswith("drop")]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("'a'", ["keep type mood", "! manual-change mood"]),
        ("'b', 'a'", ["keep type mood", "! manual-change mood"]),
        ("'b', 'a', 'c'", ["keep type mood", "! manual-change mood"]),
        ("'a', 'c'", ["keep type mood", "! manual-change mood"]),
        ("'a', E'c', 'b'", ["keep type mood", "! manual-change mood"]),
        ("'c', 'a', 'b'", ["alter type mood"]),
    ],
)
def test_an_enum_can_be_widened_and_nothing_else(values: str, expected: list[str]) -> None:
    assert planned("CREATE TYPE mood AS ENUM ('a', 'b');", f"CREATE TYPE mood AS ENUM ({values});") == expected


def test_an_enum_that_says_the_same_in_other_statements_is_kept() -> None:
    altered = "CREATE TYPE mood AS ENUM ('x', 'c'); ALTER TYPE mood RENAME VALUE 'x' TO 'a';"
    altered += "ALTER TYPE mood ADD VALUE 'b' BEFORE 'c';"
    assert planned(altered, "CREATE TYPE mood AS ENUM ('a', 'b', 'c');") == ["keep type mood"]


def test_a_domain_and_a_type_of_several_parts_are_no_enums() -> None:
    for base, head in (
        ("CREATE TYPE p AS (a int);", "CREATE TYPE p AS (a int, b int);"),
        ("CREATE DOMAIN p AS int;", "CREATE DOMAIN p AS int CHECK (VALUE > 0);"),
    ):
        assert planned(base, head) == ["keep type p", "! manual-change p"]


def test_an_edit_of_a_stream_table_that_exists_is_told_to_have_no_effect() -> None:
    call = "CREATE TABLE t (a int); SELECT pgtrickle.create_stream_table_if_not_exists('s', 'SELECT a FROM t{}');"
    assert "! no-effect s" in planned(call.format(""), call.format(" WHERE a > 1"))


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("ENGINE = MergeTree ORDER BY a", "ENGINE = MergeTree ORDER BY b", "! destructive t"),
        ("ENGINE = MergeTree ORDER BY a", "ENGINE = ReplacingMergeTree ORDER BY a", "! destructive t"),
        ("ENGINE = MergeTree PARTITION BY a ORDER BY a", "ENGINE = MergeTree ORDER BY a", "! destructive t"),
    ],
)
def test_what_clickhouse_cannot_alter_is_told_and_not_done(base: str, head: str, expected: str) -> None:
    old, new = (f"CREATE TABLE t (a Int64, b Int64) {rest};" for rest in (base, head))
    assert planned(old, new, "clickhouse") == ["keep table t", expected]


def test_a_clickhouse_view_that_holds_rows_is_told_to_cut_what_is_retyped_under_it() -> None:
    view = "CREATE MATERIALIZED VIEW v ENGINE = MergeTree ORDER BY a AS SELECT a, b FROM t;"
    old, new = (
        f"CREATE TABLE t (a Int64, b {kind}) ENGINE = MergeTree ORDER BY a; {view}" for kind in ("UInt8", "UInt16")
    )
    assert planned(old, new, "clickhouse") == ["alter table t", "keep materialized view v", "! manual-change t"]
    described = new.replace("UInt16", "UInt16 COMMENT 'x'")
    assert planned(new, described, "clickhouse") == ["alter table t", "keep materialized view v"]


_MODELS = {
    "models/shop/raw/orders.sql": "CREATE TABLE orders (id int, amount int);",
    "models/shop/prep/paid.sql": "CREATE VIEW paid AS SELECT id, amount FROM raw.orders;",
    "models/shop/feeds/out.sql": "CREATE SINK out IN CLUSTER c FROM prep.paid INTO KAFKA CONNECTION k (TOPIC 't');",
}


def test_materialize_re_points_sinks_last_and_moves_what_they_read_out_of_the_way() -> None:
    edited = _MODELS["models/shop/prep/paid.sql"].replace("raw.orders", "raw.orders WHERE amount > 0")
    head = {**_MODELS, "models/shop/prep/paid.sql": edited}
    assert planned(_MODELS, head, "materialize") == [
        "rename view paid",
        "create view paid",
        "alter sink out",
        "drop view paid",
    ]


def test_materialize_drops_and_creates_what_no_sink_reads() -> None:
    base = {path: text for path, text in _MODELS.items() if "feeds" not in path}
    head = {**base, "models/shop/prep/paid.sql": "CREATE VIEW paid AS SELECT id FROM raw.orders;"}
    assert planned(base, head, "materialize") == ["drop view paid", "create view paid"]


def test_a_cluster_is_dropped_when_nothing_runs_on_it_any_more() -> None:
    base = {**_MODELS, "clusters/old.sql": "CREATE CLUSTER old (SIZE = '50cc');"}
    base["models/shop/prep/paid.sql"] += " CREATE INDEX i IN CLUSTER old ON paid (id);"
    head = {path: text.replace("CLUSTER old", "CLUSTER new") for path, text in base.items()}
    head["clusters/new.sql"] = head.pop("clusters/old.sql")
    assert planned(base, head, "materialize") == [
        "rename view paid",
        "create cluster new",
        "create view paid",
        "alter sink out",
        "drop view paid",
        "drop cluster old",
    ]


def test_an_edit_of_a_table_or_sink_has_no_effect_under_mz_deploy() -> None:
    wider = "CREATE TABLE orders (id int, amount int, note text);"
    found = planned(_MODELS, {**_MODELS, "models/shop/raw/orders.sql": wider}, "materialize")
    assert "keep table orders" in found
    assert "! no-effect orders" in found
    renamed = _MODELS["models/shop/feeds/out.sql"].replace("'t'", "'u'")
    assert "! no-effect out" in planned(_MODELS, {**_MODELS, "models/shop/feeds/out.sql": renamed}, "materialize")


def test_names_are_spelled_out_where_the_file_gave_them_their_meaning() -> None:
    settings = Settings.model_validate({"dialect": "postgres", "layout": "flat", "rules": "dependents"})
    head = {"a.sql": "SET search_path = mart; CREATE TABLE t (a int); CREATE VIEW v AS SELECT a FROM t;"}
    plan = plan_between({}, head, settings).plan
    assert [step.sql for step in plan.setup] == [
        "CREATE TABLE IF NOT EXISTS mart.t (a int);",
        "CREATE OR REPLACE VIEW mart.v AS SELECT a FROM mart.t;",
    ]


def test_hostile_names_stay_names() -> None:
    settings = Settings.model_validate({"dialect": "postgres", "layout": "flat", "rules": "dependents"})
    name = '"v""; DROP TABLE x; --\n"'
    plan = plan_between(
        {"a.sql": f"CREATE VIEW {name} AS SELECT 1 AS a;"}, {"b.sql": "CREATE TABLE t (a int);"}, settings
    ).plan
    assert plan.teardown[0].sql.startswith('DROP VIEW IF EXISTS "v""; DROP TABLE x; --\n"')


def test_a_database_is_not_dropped_under_what_head_still_has_in_it() -> None:
    table = "CREATE TABLE d.t (a Int64) ENGINE = MergeTree ORDER BY a;"
    found = planned("CREATE DATABASE d;" + table, table, "clickhouse")
    assert found == ["keep database d", "! manual-change d"]


def test_a_database_goes_after_its_tables_and_comes_before_them_and_its_drop_is_destructive() -> None:
    whole = "CREATE DATABASE d; CREATE TABLE d.t (a Int64) ENGINE = MergeTree ORDER BY a;"
    other = "CREATE TABLE e.u (a Int64) ENGINE = MergeTree ORDER BY a;"
    assert planned(whole + other, other, "clickhouse") == [
        "drop table t",
        "drop database d",
        "! destructive d",
        "! destructive t",
    ]
    assert planned(other, whole + other, "clickhouse") == ["create database d", "create table t"]


def test_engines_that_keep_rows_on_disk_are_never_dropped_to_be_made_again() -> None:
    table = "CREATE TABLE t (a Int64{}) ENGINE = File(CSV);"
    found = planned(table.format(""), table.format(", b Int64"), "clickhouse")
    assert not [line for line in found if line.startswith("drop")]


@pytest.mark.parametrize(("cluster", "written"), [("c", "ON CLUSTER c"), ("'{cluster}'", "ON CLUSTER '{cluster}'")])
def test_the_cluster_of_a_drop_is_written_as_clickhouse_takes_it(cluster: str, written: str) -> None:
    settings = Settings.model_validate({"dialect": "clickhouse", "layout": "flat", "rules": "dependents"})
    view = f"CREATE VIEW v ON CLUSTER {cluster} AS SELECT 1 AS a;"
    plan = plan_between({"a.sql": view}, {"b.sql": "CREATE VIEW w AS SELECT 2 AS b;"}, settings).plan
    assert written in plan.teardown[0].sql


def test_members_of_a_cycle_that_no_order_can_make_stay_as_they_were() -> None:
    tables = "CREATE TABLE t (a int);"
    line = "SELECT pgtrickle.create_stream_table('{}', 'SELECT x.a FROM {} x JOIN t ON t.a = x.a');"
    base = tables + line.format("a", "t") + line.format("b", "a") + line.format("c", "b")
    head = tables + line.format("a", "c") + line.format("b", "a") + line.format("c", "b")
    found = planned(base, head)
    assert not [one for one in found if one.startswith(("drop", "create"))]
    assert [one for one in found if one.startswith("!")] == [
        "! manual-change a",
        "! manual-change b",
        "! manual-change c",
    ]


def test_a_function_that_a_table_calls_is_replaced_or_left() -> None:
    base = "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$; CREATE TABLE t (a int DEFAULT f());"
    assert "replace function f" in planned(base, base.replace("SELECT 1", "SELECT 2"))
    other = base.replace("RETURNS int", "RETURNS bigint")
    assert [one for one in planned(base, other) if one != "keep table t"] == ["keep function f", "! manual-change f"]


def test_what_is_named_after_a_table_with_a_dot_in_its_name_lies_beside_it() -> None:
    old, new = ([f'CREATE TABLE one."{name}" (a serial)'] for name in ("x.y", "y.z"))
    assert generated_renames('one."y.z"', old, new, get_dialect("postgres")) == (
        'ALTER SEQUENCE one."x.y_a_seq" RENAME TO "y.z_a_seq"',
    )


def test_a_table_that_a_statement_renames_is_renamed_and_its_readers_follow() -> None:
    settings = Settings.model_validate({"dialect": "postgres", "layout": "flat", "rules": "dependents"})
    base = "CREATE TABLE a (x int, y text); CREATE VIEW v AS SELECT x FROM a;"
    plan = plan_between({"a.sql": base}, {"a.sql": base + "ALTER TABLE a RENAME TO aa;"}, settings).plan
    assert [step.sql for step in (*plan.teardown, *plan.setup)] == [
        "DROP VIEW IF EXISTS v;",
        "ALTER TABLE a RENAME TO aa;",
        "CREATE OR REPLACE VIEW v AS SELECT x FROM aa;",
    ]


def test_a_renamed_table_that_changes_besides_keeps_its_rows() -> None:
    base = "CREATE TABLE a (x int, y text);"
    assert planned(base, base + "ALTER TABLE a RENAME TO aa; ALTER TABLE aa ADD z int;") == ["rename table aa"]
    clickhouse = "CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x;"
    head = clickhouse + "RENAME TABLE a TO b; ALTER TABLE b ADD COLUMN y Int8;"
    assert planned(clickhouse, head, "clickhouse") == ["rename table b"]
