"""Cycles in SQL: who is in them, what is wrong with them, and what base had already."""

from __future__ import annotations

import pytest

from checker.cycles.find import FoundCycle, find_cycles
from checker.findings.cycles import cycle_findings
from checker.settings import Cycles
from tests.graphs import graph_between

_EDGES = "CREATE TABLE edges (src int, dst int);\n"


def stream(name: str, query: str, mode: str = "DIFFERENTIAL", schedule: str = "1m") -> str:
    return f"SELECT pgtrickle.create_stream_table('{name}', $${query}$$, '{schedule}', '{mode}');\n"


REACH_A = stream("reach_a", "SELECT DISTINCT e.src, rb.dst FROM edges e INNER JOIN reach_b rb ON e.dst = rb.src")
REACH_B = stream(
    "reach_b",
    "SELECT DISTINCT e.src, e.dst FROM edges e UNION ALL "
    "SELECT ra.src, e.dst FROM reach_a ra INNER JOIN edges e ON ra.dst = e.src",
    schedule="30s",
)


def found(head: str, base: str = _EDGES, dialect: str = "postgres", **settings: object) -> tuple[FoundCycle, ...]:
    return find_cycles(graph_between(base, head, dialect), Cycles.model_validate(settings))


def told(cycles: tuple[FoundCycle, ...]) -> set[tuple[str, str]]:
    return {(one.code, one.severity) for one in cycle_findings(cycles)}


def test_a_transitive_closure_over_two_stream_tables_is_a_monotone_cycle() -> None:
    (one,) = found(_EDGES + REACH_A + REACH_B)
    assert one.cycle.members == ("postgres.public.reach_a", "postgres.public.reach_b")
    assert one.cycle.path == ("postgres.public.reach_a", "postgres.public.reach_b", "postgres.public.reach_a")
    assert (one.cycle.monotone, one.cycle.new, one.cycle.allowed, one.cycle.max_passes) == (True, True, False, 100)
    assert told((one,)) == {("cycle", "error")}


def test_an_allowed_cycle_is_a_note_and_shows_the_shortest_schedule() -> None:
    (one,) = found(_EDGES + REACH_A + REACH_B, allow=True, max_passes=7)
    assert told((one,)) == {("cycle", "note")}
    assert (one.cycle.schedule, one.cycle.max_passes) == ("30s", 7)


def test_a_cron_schedule_shows_beside_the_shortest_duration() -> None:
    at_six = stream("reach_b", "SELECT src, dst FROM reach_a", schedule="0 6 * * 1-5")
    (one,) = found(_EDGES + REACH_A + at_six, allow=True)
    assert one.cycle.schedule == "1m and 0 6 * * 1-5"


def test_an_aggregate_in_a_cycle_is_named_with_its_line() -> None:
    counted = stream("reach_a", "\n  SELECT src, count(*) AS dst\n  FROM reach_b GROUP BY src")
    (one,) = found(_EDGES + counted + REACH_B, allow=True)
    (edge,) = [edge for edge in one.cycle.edges if edge.polarity == "non-monotone"]
    assert (edge.reader, edge.reads, edge.operator) == (
        "postgres.public.reach_a",
        "postgres.public.reach_b",
        "aggregate",
    )
    assert edge.line == 3
    assert not one.cycle.monotone
    assert told((one,)) == {("cycle", "note"), ("cycle-non-monotone", "error")}
    assert edge.text


def test_what_is_merely_downstream_is_no_member_and_its_aggregate_no_problem() -> None:
    reader = stream("totals", "SELECT src, count(*) FROM reach_a GROUP BY src", mode="FULL")
    (one,) = found(_EDGES + REACH_A + REACH_B + reader, allow=True)
    assert one.cycle.members == ("postgres.public.reach_a", "postgres.public.reach_b")
    assert told((one,)) == {("cycle", "note")}


def test_negation_of_a_table_outside_the_cycle_is_stratified_and_no_problem() -> None:
    blocked = "CREATE TABLE blocked (src int);\n"
    guarded = stream(
        "reach_a",
        "SELECT e.src, rb.dst FROM edges e JOIN reach_b rb ON e.dst = rb.src "
        "WHERE NOT EXISTS (SELECT 1 FROM blocked WHERE blocked.src = e.src)",
    )
    head = _EDGES + blocked + guarded + REACH_B
    (one,) = found(head, allow=True)
    assert one.cycle.monotone
    (one,) = found(head, allow=True, analysis="strict")
    assert not one.cycle.monotone
    assert ("cycle-non-monotone", "error") in told((one,))


@pytest.mark.parametrize("mode", ["AUTO", "FULL", "IMMEDIATE"])
def test_members_in_another_mode_than_differential_are_flagged(mode: str) -> None:
    other = REACH_A.replace("DIFFERENTIAL", mode)
    assert ("cycle-mode", "error") in told(found(_EDGES + other + REACH_B, allow=True))


def test_a_stream_table_without_a_mode_is_automatic_and_flagged() -> None:
    plain = "SELECT pgtrickle.create_stream_table('reach_a', 'SELECT src, dst FROM reach_b');\n"
    assert ("cycle-mode", "error") in told(found(_EDGES + plain + REACH_B, allow=True))


def test_computed_values_may_grow_for_ever() -> None:
    counter = stream("reach_a", "SELECT src, dst + 1 AS dst FROM reach_b")
    assert ("cycle-growth", "warning") in told(found(_EDGES + counter + REACH_B, allow=True))


def test_a_volatile_function_in_a_cycle_is_told() -> None:
    drawn = stream("reach_a", "SELECT src, dst FROM reach_b WHERE random() < 0.5")
    assert ("volatile-function", "warning") in told(found(_EDGES + drawn + REACH_B, allow=True))


def test_a_cycle_that_base_has_is_a_note() -> None:
    whole = _EDGES + REACH_A + REACH_B
    (one,) = found(whole + "CREATE VIEW v AS SELECT src FROM edges;", base=whole)
    assert not one.cycle.new
    assert told((one,)) == {("cycle", "note")}


def test_an_edge_that_turns_non_monotone_in_an_old_cycle_is_an_error() -> None:
    worse = stream("reach_a", "SELECT src, max(dst) AS dst FROM reach_b GROUP BY src")
    (one,) = found(_EDGES + worse + REACH_B, base=_EDGES + REACH_A + REACH_B)
    assert told((one,)) == {("cycle", "note"), ("cycle-non-monotone", "error")}
    (same,) = found(_EDGES + worse + REACH_B + "CREATE TABLE t (a int);", base=_EDGES + worse + REACH_B)
    assert told((same,)) == {("cycle", "note"), ("cycle-non-monotone", "note")}


def test_only_the_altered_query_counts() -> None:
    stub = stream("reach_a", "SELECT src, dst FROM edges")
    closing = "SELECT pgtrickle.alter_stream_table('reach_a', query => $$SELECT src, dst FROM reach_b$$);\n"
    assert not found(_EDGES + stub + REACH_B)
    (one,) = found(_EDGES + stub + REACH_B + closing)
    assert one.cycle.members == ("postgres.public.reach_a", "postgres.public.reach_b")


def test_dropping_a_member_breaks_the_cycle() -> None:
    assert not found(_EDGES + REACH_A + REACH_B + "SELECT pgtrickle.drop_stream_table('reach_a');")


def test_a_view_that_reads_itself_is_a_cycle() -> None:
    (one,) = found("CREATE VIEW v AS SELECT * FROM v;", base="")
    assert one.cycle.path == ("postgres.public.v", "postgres.public.v")


def test_a_clickhouse_view_and_its_target_are_no_cycle_but_a_round_of_them_is() -> None:
    tables = "CREATE TABLE a (x Int64) ENGINE = Log; CREATE TABLE b (x Int64) ENGINE = Log;"
    there = "CREATE MATERIALIZED VIEW ab TO b AS SELECT x FROM a;"
    back = "CREATE MATERIALIZED VIEW ba TO a AS SELECT x FROM b;"
    assert not found(tables + there, base="", dialect="clickhouse")
    (one,) = found(tables + there + back, base="", dialect="clickhouse")
    assert set(one.cycle.members) == {f"clickhouse.default.{name}" for name in ("a", "b", "ab", "ba")}
    assert one.cycle.monotone


def test_foreign_keys_that_refer_to_each_other_are_no_cycle_of_data() -> None:
    tables = "CREATE TABLE a (id int PRIMARY KEY, b int); CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a (id));"
    assert not found(tables + "ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES b (id);", base="")


def test_functions_that_call_themselves_are_no_cycle() -> None:
    assert not found("CREATE FUNCTION f(n int) RETURNS int LANGUAGE sql AS $$ SELECT f(n - 1) $$;", base="")


def test_strata_count_the_negations_below() -> None:
    below = stream("blocked", "SELECT src FROM edges EXCEPT SELECT dst FROM edges")
    negating = stream(
        "reach_a",
        "SELECT rb.src, rb.dst FROM reach_b rb WHERE NOT EXISTS (SELECT 1 FROM blocked k WHERE k.src = rb.src)",
    )
    (one,) = found(_EDGES + below + negating + REACH_B, allow=True)
    assert one.cycle.stratum == 2


def clickhouse_round(engine: str, back: str = "CREATE MATERIALIZED VIEW ba TO a AS SELECT x FROM b;") -> str:
    return (
        f"CREATE TABLE a (x Int64, s Int8) ENGINE = Log; CREATE TABLE b (x Int64, s Int8) ENGINE = {engine};"
        f"CREATE MATERIALIZED VIEW ab TO b AS SELECT x, 1 AS s FROM a; {back}"
    )


@pytest.mark.parametrize(
    "engine",
    [
        "ReplacingMergeTree",
        "ReplacingMergeTree(s)",
        "CollapsingMergeTree(s)",
        "VersionedCollapsingMergeTree(s, x)",
        "SummingMergeTree",
        "AggregatingMergeTree",
        "GraphiteMergeTree('graphite')",
        "ReplicatedReplacingMergeTree('/t/b', 'r', s)",
    ],
)
@pytest.mark.parametrize("analysis", ["stratified", "strict"])
def test_a_round_through_a_table_that_merges_rows_away_need_not_settle(engine: str, analysis: str) -> None:
    head = clickhouse_round(f"{engine} ORDER BY x")
    (one,) = found(head, base="", dialect="clickhouse", allow=True, analysis=analysis)
    (edge,) = [edge for edge in one.cycle.edges if edge.polarity == "non-monotone"]
    b, ab = "clickhouse.default.b", "clickhouse.default.ab"
    assert (edge.reader, edge.reads, edge.operator) == (b, ab, "merging engine")
    assert not one.cycle.monotone
    assert one.cycle.stratum == 0
    told_of = [finding for finding in cycle_findings([one]) if finding.code == "cycle-non-monotone"]
    name = engine.partition("(")[0]
    text = f"when {b} merges its rows, those from {ab} can replace, cancel or add up older ones"
    assert [finding.message for finding in told_of] == [f"{b} need not settle: {text} (merging engine: {name})"]


@pytest.mark.parametrize("engine", ["MergeTree", "ReplicatedMergeTree('/t/b', 'r')"])
def test_a_round_through_a_table_that_keeps_its_rows_is_monotone(engine: str) -> None:
    (one,) = found(clickhouse_round(f"{engine} ORDER BY x"), base="", dialect="clickhouse", allow=True)
    assert one.cycle.monotone


def test_a_view_that_merges_the_rows_it_holds_need_not_settle() -> None:
    held = (
        "CREATE TABLE a (x Int64) ENGINE = Log;"
        "CREATE MATERIALIZED VIEW b ENGINE = {} ORDER BY x AS SELECT x FROM a;"
        "CREATE MATERIALIZED VIEW ba TO a AS SELECT x FROM b;"
    )
    (one,) = found(held.format("ReplacingMergeTree"), base="", dialect="clickhouse", allow=True)
    assert [(edge.reader.rpartition(".")[2], edge.operator) for edge in one.cycle.edges if edge.operator] == [
        ("b", "merging engine")
    ]
    (one,) = found(held.format("MergeTree"), base="", dialect="clickhouse", allow=True)
    assert one.cycle.monotone


def test_a_table_that_merges_rows_outside_a_cycle_changes_nothing_in_it() -> None:
    outside = (
        "CREATE TABLE seed (x Int64) ENGINE = ReplacingMergeTree ORDER BY x;"
        "CREATE MATERIALIZED VIEW seeding TO a AS SELECT x FROM seed;"
    )
    head = clickhouse_round("Log") + outside
    (one,) = found(head, base="", dialect="clickhouse", allow=True)
    assert one.cycle.monotone
    assert one.cycle.stratum == 0
    assert told((one,)) == {("cycle", "note")}


def test_a_cycle_stands_above_the_merging_that_it_reads() -> None:
    below = (
        "CREATE TABLE raw (x Int64) ENGINE = Log; CREATE TABLE seed (x Int64) ENGINE = ReplacingMergeTree ORDER BY x;"
        "CREATE MATERIALIZED VIEW filling TO seed AS SELECT x FROM raw;"
        "CREATE MATERIALIZED VIEW seeding TO a AS SELECT x FROM seed;"
    )
    (one,) = found(clickhouse_round("Log") + below, base="", dialect="clickhouse", allow=True)
    assert one.cycle.monotone
    assert one.cycle.stratum == 1


def test_a_table_that_is_made_to_merge_its_rows_in_an_old_cycle_is_an_error() -> None:
    plain, merging = (clickhouse_round(f"{engine} ORDER BY x") for engine in ("MergeTree", "ReplacingMergeTree"))
    (one,) = found(merging, base=plain, dialect="clickhouse")
    assert told((one,)) == {("cycle", "note"), ("cycle-non-monotone", "error")}
    (one,) = found(merging + "CREATE TABLE c (x Int64) ENGINE = Log;", base=merging, dialect="clickhouse")
    assert told((one,)) == {("cycle", "note"), ("cycle-non-monotone", "note")}


def test_each_edge_of_the_graph_and_all_of_them_at_once_tell_the_same_polarity() -> None:
    side = graph_between("", clickhouse_round("SummingMergeTree ORDER BY x"), "clickhouse").head
    edges = [side.edge(at) for at in range(len(side.readers))]
    assert [bool(edge.operator) for edge in edges] == side.non_monotone().tolist()
    assert [(edge.role, edge.operator) for edge in edges if edge.operator] == [("write", "merging engine")]
