"""Inside one task the whole fixed point is one Spark job, however deep or wide."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.facts.frames import Fact, given_frame
from checker.facts.relations import SEEDS
from checker.rules.answers import Answers
from checker.rules.engine.explain import ELISION
from checker.rules.in_task import run_in_task
from checker.rules.load import OUTPUTS, load_program
from checker.spark.session import SparkRunner


def chain(length: int) -> list[Fact]:
    """o1 reads o0, o2 reads o1, …; o0 changed."""
    objects: list[Fact] = [("Object", f"o{number}") for number in range(length + 1)]
    return [
        *objects,
        *(("Reference", f"o{number + 1}", f"o{number}") for number in range(length)),
        ("ChangedStmt", "o0"),
    ]


def hub(readers: int) -> list[Fact]:
    """Many read o0, which changed."""
    objects: list[Fact] = [("Object", f"o{number}") for number in range(readers + 1)]
    return [*objects, *(("Reference", f"o{number + 1}", "o0") for number in range(readers)), ("ChangedStmt", "o0")]


def run(spark: SparkRunner, facts: list[Fact], rules: str) -> tuple[Answers, int]:
    """The answers, and how many Spark jobs they took."""
    context = spark.session.sparkContext
    program = load_program(rules, [], Path())
    frame = given_frame(spark.session, facts)
    group = f"{rules} {len(facts)}"
    context.setJobGroup(group, group)
    answers = run_in_task(frame, program, tuple(OUTPUTS), SEEDS)
    return answers, len(context.statusTracker().getJobIdsForGroup(group))


@pytest.mark.parametrize("rules", ["dependents", "changeset-v2"])
@pytest.mark.parametrize("depth", [10, 10_000])
def test_a_chain_is_one_job_whatever_its_depth(spark: SparkRunner, rules: str, depth: int) -> None:
    answers, jobs = run(spark, chain(depth), rules)
    assert jobs == 1
    last = next(one for one in answers.explained if one.name == f"o{depth}")
    assert len(answers.explained) == depth + 1
    assert (last.depth, last.root, last.trace[0], last.trace[-1]) == (depth, ("o0",), "o0", f"o{depth}")
    assert (ELISION in last.trace) == (depth > 100)
    assert len(answers.rounds["DirtyStmt"]) > depth


def test_fifty_thousand_readers_of_one_object_are_one_job(spark: SparkRunner) -> None:
    answers, jobs = run(spark, hub(50_000), "dependents")
    assert jobs == 1
    assert len(answers.explained) == 50_001
    assert {one.root for one in answers.explained} == {("o0",)}
    assert {one.depth for one in answers.explained} == {0, 1}
