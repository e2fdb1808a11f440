"""What holds of the built-in rule sets, whatever the project: on random facts."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.facts.relations import SEEDS
from checker.rules.engine.evaluate import evaluate
from checker.rules.engine.explain import Explained, Teller
from checker.rules.engine.reasons import explain
from checker.rules.load import BUILT_IN, OUTPUTS, load_program

OBJECTS = [f"d.s{number % 4}.o{number}" for number in range(12)]
CLUSTERS = ["c0", "c1", "c2"]
SCHEMAS = [("d", f"s{number}") for number in range(4)]
Facts = dict[str, set[tuple[str, ...]]]

objects = st.sampled_from(OBJECTS)
clusters = st.sampled_from(CLUSTERS)
projects = st.fixed_dictionaries(
    {
        "Object": st.just({(name,) for name in OBJECTS}),
        "ObjectInSchema": st.just({(name, "d", name.split(".")[1]) for name in OBJECTS}),
        "Reference": st.sets(st.tuples(objects, objects), max_size=15),
        "StmtUsesCluster": st.sets(st.tuples(objects, clusters), max_size=6),
        "IndexUsesCluster": st.sets(st.tuples(objects, st.sampled_from(["i", "j"]), clusters), max_size=4),
        "IsSink": st.sets(st.tuples(objects), max_size=3),
        "StableSchema": st.sets(st.sampled_from(SCHEMAS), max_size=1),
        "ForcedSchema": st.sets(st.sampled_from(SCHEMAS), max_size=1),
        "ChangedStmt": st.sets(st.tuples(objects), max_size=3),
    }
)


def run(rules: str, facts: Facts) -> dict[str, dict[str, Explained]]:
    """The outputs, by relation and name."""
    program = load_program(rules, [], Path())
    columns = {
        name: [pa.array(column, pa.string()) for column in zip(*sorted(rows), strict=True)]
        for name, rows in facts.items()
    }
    evaluation = evaluate(program, columns, program.following_from(SEEDS))
    found = list(Teller(program, explain(evaluation, SEEDS, list(OUTPUTS))).explained())
    return {relation: {one.name: one for one in found if one.relation == relation} for relation in OUTPUTS}


@pytest.mark.parametrize("rules", BUILT_IN)
@given(facts=projects)
def test_what_changed_is_dirty(rules: str, facts: Facts) -> None:
    assert {name for (name,) in facts["ChangedStmt"]} <= run(rules, facts)["DirtyStmt"].keys()


@pytest.mark.parametrize("rules", BUILT_IN)
@given(facts=projects, more=st.sets(st.tuples(objects), max_size=3))
def test_more_changes_never_make_less_dirty(rules: str, facts: Facts, more: set[tuple[str, ...]]) -> None:
    less = run(rules, facts)
    bigger = run(rules, facts | {"ChangedStmt": facts["ChangedStmt"] | more})
    assert all(less[relation].keys() <= bigger[relation].keys() for relation in OUTPUTS)


@pytest.mark.parametrize("rules", BUILT_IN)
@given(facts=projects)
def test_nothing_changed_and_nothing_forced_is_nothing_dirty(rules: str, facts: Facts) -> None:
    found = run(rules, facts | {"ChangedStmt": set(), "ForcedSchema": set()})
    assert not any(found.values())


@pytest.mark.parametrize("rules", BUILT_IN)
@given(facts=projects)
def test_forced_schemas_dirty_no_cluster_by_themselves(rules: str, facts: Facts) -> None:
    assert not run(rules, facts | {"ChangedStmt": set()})["DirtyCluster"]


@given(facts=projects, sink=objects)
def test_a_changed_sink_that_nothing_reads_dirties_nothing_else(facts: Facts, sink: str) -> None:
    unread: set[tuple[str, ...]] = {(reader, read) for reader, read in facts["Reference"] if read != sink}
    alone: Facts = {"Reference": unread, "IsSink": {(sink,)}, "ChangedStmt": {(sink,)}, "ForcedSchema": set()}
    found = run("changeset-v2", facts | alone)
    assert (list(found["DirtyStmt"]), found["DirtyCluster"], found["DirtySchema"]) == ([sink], {}, {})


@pytest.mark.parametrize("rules", BUILT_IN)
@given(facts=projects)
def test_every_reason_leads_back_to_a_seed(rules: str, facts: Facts) -> None:
    seeds = {name for (name,) in facts["ChangedStmt"]} | {
        f"{database}.{schema}" for database, schema in facts["ForcedSchema"]
    }
    found = run(rules, facts)
    dirty = {name for relation in found.values() for name in relation} | seeds
    for relation in found.values():
        for one in relation.values():
            assert one.reasons
            assert set(one.root) <= seeds
            assert one.trace[0] in one.root
            assert one.trace[-1] == one.name
            assert {name for reason in one.reasons for name in reason.because} <= dirty


@given(facts=projects)
def test_readers_of_a_replacement_are_dirty_only_for_another_reason(facts: Facts) -> None:
    stable = {schema for _, schema in facts["StableSchema"]}
    for one in run("changeset-v2", facts)["DirtyStmt"].values():
        for reason in one.reasons:
            if reason.rule == "depends_on":
                assert reason.because[0].split(".")[1] not in stable


def test_a_reader_on_the_cluster_of_what_changed_is_one_step_away_from_it() -> None:
    facts: Facts = {
        "Object": {("d.s.o",), ("d.t.reader",)},
        "Reference": {("d.t.reader", "d.s.o")},
        "StmtUsesCluster": {("d.s.o", "a"), ("d.t.reader", "a")},
        "ChangedStmt": {("d.s.o",)},
    }
    reader = run("changeset-v2", facts)["DirtyStmt"]["d.t.reader"]
    assert (reader.depth, reader.trace) == (1, ("d.s.o", "d.t.reader"))
    assert [reason.rule for reason in reader.reasons] == ["depends_on", "stmt_cluster"]
