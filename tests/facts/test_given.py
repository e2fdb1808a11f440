"""Names in relations are the same on Spark and on the driver; patterns and schemas are found by name."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.errors import CheckerError
from checker.facts.frames import object_value
from checker.facts.given import key_value, match_facts, named_objects, named_schemas
from checker.names import ObjectName
from checker.settings import Settings
from checker.snapshot.collect import collect_rows
from checker.snapshot.resolve import Key
from checker.snapshot.rows import KEY, StatementRow
from checker.spark.session import SparkRunner
from checker.sql.dialect import get_dialect
from tests.objects import read_texts

parts = st.one_of(
    st.from_regex(r"[a-z_][a-z0-9_]{0,5}", fullmatch=True),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=6),
    st.sampled_from(["a\n", "a.b", 'a"b', "A", "ä", "1a", "a b", "", "a$"]),
)
keys = st.builds(Key, st.sampled_from(["relation", "function", "schema"]), st.builds(ObjectName, parts, parts, parts))


@settings(max_examples=3)
@given(st.lists(keys, min_size=50, max_size=80))
def test_an_object_has_the_same_name_in_relations_wherever_it_is_made(spark: SparkRunner, drawn: list[Key]) -> None:
    schema = ", ".join(f"{name} string" for name in KEY)
    frame = spark.session.createDataFrame([(key.space, *key.name) for key in drawn], schema)
    found = [row[0] for row in frame.selectExpr(object_value(*KEY)).collect()]
    assert found == [key_value(key) for key in drawn]


def rows_of(sql: str, dialect: str = "clickhouse") -> list[StatementRow]:
    return collect_rows(read_texts({"a.sql": sql}, Settings(dialect=dialect)))


TABLES = "".join(
    f"CREATE TABLE {name} (a Int8) ENGINE = Memory;" for name in ("log_1", "log_2", "catalog", "other.log_3")
)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("^log_", ["default.log_1", "default.log_2"]),
        ("log", ["default.catalog", "default.log_1", "default.log_2"]),
        ("^log_.*$", ["default.log_1", "default.log_2"]),
        ("^(log_1|catalog)$", ["default.catalog", "default.log_1"]),
        ("^log_[12]$", ["default.catalog", "default.log_1", "default.log_2"]),  # not simple: all of the schema
        ("(a+)+$", ["default.catalog", "default.log_1", "default.log_2"]),
    ],
)
def test_a_table_over_a_pattern_reads_what_matches_in_its_schema(pattern: str, expected: list[str]) -> None:
    merge = f"CREATE TABLE merged AS log_1 ENGINE = Merge(currentDatabase(), '{pattern}');"
    facts = list(match_facts(rows_of(TABLES + merge)))
    assert facts == [("Reference", "clickhouse.default.merged", f"clickhouse.{name}") for name in expected]


def test_a_pattern_that_could_run_for_ever_costs_no_more_than_a_plain_one() -> None:
    names = "".join(f"CREATE TABLE {'a' * 60}{number} (a Int8) ENGINE = Memory;" for number in range(20))
    merge = "CREATE TABLE merged AS x ENGINE = Merge(currentDatabase(), '{}');"
    plain, hostile = (rows_of(names + merge.format(pattern)) for pattern in ("^a", "a?" * 40 + "a" * 40 + "b"))
    costs = []
    for rows in (plain, hostile):
        started = time.process_time()
        assert len(list(match_facts(rows))) == 20
        costs.append(time.process_time() - started)
    assert costs[1] < 100 * max(costs[0], 0.001)


def test_objects_are_found_by_their_last_parts_and_told_apart() -> None:
    rows = rows_of("CREATE VIEW a.v AS SELECT 1; CREATE VIEW b.v AS SELECT 1; CREATE VIEW b.w AS SELECT 1;", "postgres")
    dialect = get_dialect("postgres")
    assert [key.name.id for key in named_objects(["w", "a.v"], rows, dialect)] == ["postgres.b.w", "postgres.a.v"]
    with pytest.raises(CheckerError, match=r"'v' may be any of postgres.a.v, postgres.b.v; name its schema"):
        named_objects(["v"], rows, dialect)
    with pytest.raises(CheckerError, match=r"no such object: 'ww'; did you mean postgres.b.w"):
        named_objects(["ww"], rows, dialect)


def test_schemas_are_found_with_or_without_their_database() -> None:
    rows = rows_of("CREATE VIEW a.v AS SELECT 1;", "postgres")
    dialect = get_dialect("postgres")
    assert named_schemas(["a", "postgres.a"], rows, dialect, "postgres") == [("postgres", "a")] * 2
    with pytest.raises(CheckerError, match=r"no such schema: 'b'; did you mean postgres.a"):
        named_schemas(["b"], rows, dialect, "postgres")
