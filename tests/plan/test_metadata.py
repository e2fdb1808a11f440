"""Grants and comments: the plan runs what differs at the end, in an order that works, and tells what it cannot."""

from __future__ import annotations

import pytest

from checker.settings import Settings
from tests.plan.executed.planning import plan_between


def planned(base: str, head: str, dialect: str = "postgres", made: str = "CREATE TABLE t (a int, b int);") -> list[str]:
    """The statements of the plan, and after them what has to be done by hand."""
    settings = Settings.model_validate({"dialect": dialect, "layout": "flat", "rules": "dependents"})
    found = plan_between({"a.sql": made + base}, {"a.sql": made + head}, settings)
    statements = [
        line.removesuffix(";")
        for step in (*found.plan.teardown, *found.plan.setup)
        for line in step.sql.splitlines()
        if line
    ]
    return [*statements, *(f"! {one.code}" for one in found.problems)]


_ALL_OR_SELECT = "GRANT ALL ON t TO r; GRANT SELECT ON t TO r;"


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("GRANT SELECT ON t TO r; GRANT SELECT, INSERT ON t TO r;", "GRANT SELECT ON t TO r;",
         ["REVOKE INSERT ON t FROM r"]),
        ("GRANT SELECT ON t TO r;", "GRANT SELECT ON t TO r, s;", ["GRANT SELECT ON t TO s"]),
        ("GRANT SELECT ON t TO r, s;", "GRANT SELECT ON t TO r;", ["REVOKE SELECT ON t FROM s"]),
        ("", "GRANT SELECT ON t TO r, s;", ["GRANT SELECT ON t TO r, s"]),
        ("GRANT SELECT, INSERT ON t TO r, s;", "", ["REVOKE SELECT, INSERT ON t FROM r, s"]),
        ("GRANT SELECT ON t TO r;", "GRANT select ON TABLE public.t TO R;", []),
        ("GRANT SELECT ON t TO r; REVOKE SELECT ON t FROM r;", "GRANT SELECT ON t TO r;", ["GRANT SELECT ON t TO r"]),
        ("GRANT SELECT ON t TO r; REVOKE SELECT ON t FROM r;", "REVOKE SELECT ON t FROM r; GRANT SELECT ON t TO r;",
         ["GRANT SELECT ON t TO r"]),
        ("REVOKE SELECT ON t FROM r; GRANT SELECT ON t TO r;", "GRANT SELECT ON t TO r; REVOKE SELECT ON t FROM r;",
         ["REVOKE SELECT ON t FROM r"]),
        ("GRANT SELECT ON t TO r; REVOKE SELECT ON t FROM r;", "", []),
        ("GRANT ALL ON t TO r; REVOKE INSERT ON t FROM r;", "GRANT ALL ON t TO r;", ["GRANT ALL ON t TO r"]),
        (_ALL_OR_SELECT, "GRANT SELECT ON t TO r;", ["REVOKE ALL ON t FROM r", "GRANT SELECT ON t TO r"]),
        ("GRANT SELECT, SELECT (a) ON t TO r;", "GRANT SELECT (a) ON t TO r;",
         ["REVOKE SELECT ON t FROM r", "GRANT SELECT (a) ON t TO r"]),
        ("GRANT SELECT (a) ON t TO r;", "GRANT SELECT (a, b) ON t TO r;", ["GRANT SELECT (b) ON t TO r"]),
        ('GRANT SELECT ON t TO "to";', "", ['REVOKE SELECT ON t FROM "to"']),
        ('GRANT SELECT ON t TO "with", "a,b";', "", ['REVOKE SELECT ON t FROM "with", "a,b"']),
        ("GRANT SELECT ON t TO r WITH GRANT OPTION;", "GRANT SELECT ON t TO r;",
         ["REVOKE GRANT OPTION FOR SELECT ON t FROM r"]),
        ("GRANT SELECT ON t TO r;", "GRANT SELECT ON t TO r WITH GRANT OPTION;",
         ["GRANT SELECT ON t TO r WITH GRANT OPTION"]),
        ("GRANT SELECT ON t TO r WITH GRANT OPTION;", "", ["REVOKE SELECT ON t FROM r"]),
    ],
)  # fmt: skip
def test_rights_are_compared_as_they_are_at_the_end(base: str, head: str, expected: list[str]) -> None:
    assert planned(base, head) == expected


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("COMMENT ON TABLE t IS 'x'; COMMENT ON TABLE t IS 'y';", "COMMENT ON TABLE t IS 'y';", []),
        ("COMMENT ON TABLE t IS 'y'; COMMENT ON TABLE t IS 'x';", "COMMENT ON TABLE t IS 'y';",
         ["COMMENT ON TABLE t IS 'y'"]),
        ("COMMENT ON TABLE t IS 'is';", "", ["COMMENT ON TABLE t IS NULL"]),
        ("COMMENT ON TABLE t IS NULL;", "", []),
        ("COMMENT ON TABLE t IS 'x';", "COMMENT ON TABLE t IS NULL;", ["COMMENT ON TABLE t IS NULL"]),
        ("COMMENT ON COLUMN t.a IS 'x';", "COMMENT ON COLUMN t.b IS 'x';",
         ["COMMENT ON COLUMN t.a IS NULL", "COMMENT ON COLUMN t.b IS 'x'"]),
        ("COMMENT ON COLUMN t.a IS 'x';", "COMMENT ON TABLE t IS 'x'; COMMENT ON COLUMN public.t.a IS 'x';",
         ["COMMENT ON TABLE t IS 'x'"]),
    ],
)  # fmt: skip
def test_the_last_comment_on_each_thing_counts(base: str, head: str, expected: list[str]) -> None:
    assert planned(base, head) == expected


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("REVOKE SELECT ON t FROM r;", "", ["! manual-change"]),
        ("GRANT SELECT ON t TO r GRANTED BY s;", "", ["! manual-change"]),
        ("GRANT SELECT ON t TO r;", "GRANT SELECT ON t TO r GRANTED BY s;",
         ["REVOKE SELECT ON t FROM r", "GRANT SELECT ON t TO r GRANTED BY s"]),
        ("REVOKE GRANT OPTION FOR SELECT ON t FROM r;", "GRANT SELECT ON t TO r;",
         ["GRANT SELECT ON t TO r", "! manual-change"]),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_back_is_told(base: str, head: str, expected: list[str]) -> None:
    assert planned(base, head) == expected


def test_what_a_dropped_column_had_is_taken_back_before_it_goes() -> None:
    base = "CREATE TABLE t (a int, b int); COMMENT ON COLUMN t.b IS 'x'; GRANT SELECT (b) ON t TO r;"
    assert planned(base, "CREATE TABLE t (a int);", made="") == [
        "REVOKE SELECT (b) ON t FROM r",
        "COMMENT ON COLUMN t.b IS NULL",
        "ALTER TABLE t DROP COLUMN b",
        "! destructive",
    ]


def test_a_grant_on_several_objects_is_run_for_each_of_them() -> None:
    made = "CREATE TABLE t (a int); CREATE TABLE u (a int);"
    assert planned("", "GRANT SELECT ON t, u TO r;", made=made) == [
        "GRANT SELECT ON t TO r",
        "GRANT SELECT ON u TO r",
    ]
    assert planned("GRANT SELECT ON TABLE t, u TO r;", "GRANT SELECT ON u TO r;", made=made) == [
        "REVOKE SELECT ON TABLE t FROM r"
    ]


_FUNCTION = "CREATE FUNCTION f(x int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';"


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("REVOKE ALL ON FUNCTION f(int) FROM PUBLIC;", "", ["GRANT ALL ON FUNCTION f(int) TO PUBLIC"]),
        ("GRANT EXECUTE ON FUNCTION f(int) TO PUBLIC;", "", []),
        ("", "REVOKE EXECUTE ON FUNCTION f FROM PUBLIC;", ["REVOKE EXECUTE ON FUNCTION f FROM PUBLIC"]),
        ("GRANT EXECUTE ON FUNCTION f(int) TO r;", "GRANT EXECUTE ON FUNCTION f(integer) TO r;",
         ["REVOKE EXECUTE ON FUNCTION f(int) FROM r", "GRANT EXECUTE ON FUNCTION f(integer) TO r"]),
    ],
)  # fmt: skip
def test_what_public_may_do_by_default_comes_back(base: str, head: str, expected: list[str]) -> None:
    assert planned(base, head, made=_FUNCTION) == expected


def test_a_function_that_is_replaced_in_place_loses_a_grant_that_is_gone() -> None:
    used = _FUNCTION + "CREATE TABLE t (a int CHECK (f(a) > 0));"
    found = planned(used + "GRANT EXECUTE ON FUNCTION f(int) TO r;", used.replace("SELECT 1", "SELECT 2"), made="")
    assert found[0] == "REVOKE EXECUTE ON FUNCTION f(int) FROM r"
    assert found[1].startswith("CREATE OR REPLACE FUNCTION f")


_CLICKHOUSE = "CREATE TABLE t (a Int64, b Int64) ENGINE = MergeTree ORDER BY a;"
_STORING = "CREATE MATERIALIZED VIEW v ENGINE = MergeTree ORDER BY a AS SELECT a FROM t WHERE a > 1;"


def test_clickhouse_runs_a_grant_beside_a_changed_query() -> None:
    head = _STORING.replace("> 1", "> 2") + "GRANT SELECT ON v TO r;"
    assert planned(_STORING + "GRANT INSERT ON v TO r;", head, "clickhouse", _CLICKHOUSE) == [
        "REVOKE INSERT ON v FROM r",
        "ALTER TABLE v MODIFY QUERY SELECT a FROM t WHERE a > 2",
        "GRANT SELECT ON v TO r",
    ]


def test_clickhouse_grants_what_it_can_where_a_view_cannot_be_altered() -> None:
    head = _STORING.replace("MergeTree", "Log").replace("ORDER BY a AS", "AS") + "GRANT SELECT ON v TO r;"
    assert planned(_STORING, head, "clickhouse", _CLICKHOUSE) == ["GRANT SELECT ON v TO r", "! destructive"]


def test_clickhouse_takes_a_grant_back_from_a_view_that_is_replaced() -> None:
    view = "CREATE VIEW v AS SELECT a FROM t;"
    head = view.replace("SELECT a", "SELECT b")
    assert planned(view + "GRANT SELECT ON v TO r;", head, "clickhouse", _CLICKHOUSE) == [
        "REVOKE SELECT ON v FROM r",
        "CREATE OR REPLACE VIEW v AS SELECT b FROM t",
    ]


def test_clickhouse_takes_grants_back_with_what_is_dropped_or_made_again() -> None:
    target = _CLICKHOUSE + "CREATE TABLE u (a Int64) ENGINE = MergeTree ORDER BY a;"
    view = "CREATE MATERIALIZED VIEW v TO u AS SELECT a FROM t;"
    grants = "GRANT ON CLUSTER c SELECT ON v TO r; GRANT INSERT ON v TO r;"
    gone = ["REVOKE ON CLUSTER c SELECT ON v FROM r", "REVOKE INSERT ON v FROM r", "DROP VIEW IF EXISTS v SYNC"]
    assert planned(view + grants, "", "clickhouse", target) == gone
    head = view.replace("SELECT a", "SELECT a + 1 AS a") + "GRANT INSERT ON v TO r;"
    assert planned(view + grants, head, "clickhouse", target) == [
        gone[0],
        gone[2],
        "CREATE MATERIALIZED VIEW IF NOT EXISTS v TO u AS SELECT a + 1 AS a FROM t",
        "GRANT INSERT ON v TO r",
    ]


def test_clickhouse_grants_anew_what_is_renamed() -> None:
    base = _CLICKHOUSE + "GRANT SELECT ON t TO r;"
    assert planned(base, base.replace(" t ", " w "), "clickhouse", "") == [
        "REVOKE SELECT ON t FROM r",
        "RENAME TABLE t TO w",
        "GRANT SELECT ON w TO r",
    ]


def test_rights_without_number_are_not_multiplied_out() -> None:
    columns, roles = (", ".join(f"{name}{n}" for n in range(5_000)) for name in "cr")
    grant = f"GRANT SELECT ({columns}) ON t TO {roles};"
    assert planned(grant, "") == ["! manual-change"]
