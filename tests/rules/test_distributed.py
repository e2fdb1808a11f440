"""Both ways to run a program answer the same, on random programs and on whole projects."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.facts.frames import COLUMNS, given_frame
from checker.report.result import Timing
from checker.rules.engine.evaluate import to_text
from checker.rules.in_task import run_in_task
from checker.rules.run import run_distributed
from checker.rules.syntax import Rule, Value
from checker.spark.session import SparkRunner
from tests.project import GitProject, project_files
from tests.rules.test_engine import BASE, DERIVED, facts, rules, valid_program

OUTPUTS = sorted(DERIVED)
SEEDS = ("N", "E")


@settings(max_examples=3)
@given(st.lists(rules, min_size=4, max_size=8), facts)
def test_random_programs_give_the_same_tuples_and_reasons(
    spark: SparkRunner, drawn: list[Rule], given_facts: dict[str, set[tuple[Value, ...]]]
) -> None:
    program = valid_program(drawn)
    listed = [
        (name, *map(to_text, row)) for name, rows in sorted(given_facts.items()) for row in sorted(rows, key=repr)
    ]
    frame = given_frame(spark.session, listed)
    assert len(COLUMNS) >= max(BASE.values())
    here = run_in_task(frame, program, OUTPUTS, SEEDS)
    there = run_distributed(frame, program, OUTPUTS, SEEDS)
    assert there.explained == here.explained
    assert set(there.stops) == set(here.stops)
    assert there.sizes == here.sizes


def test_a_project_is_reported_the_same_way(tmp_path: Path, spark: SparkRunner) -> None:
    project = GitProject(tmp_path)
    files = project_files("materialize")
    base = project.commit_only(files)
    path = "models/commerce/prep/order_totals.sql"
    head = project.commit_only(files | {path: files[path].replace("SELECT", "SELECT 1 AS one,", 1)})
    here = project.check(spark, base, head)
    project.write_all({"checker.toml": files["checker.toml"] + "\n[limits]\ntask_facts = 0\n"})
    there = project.check(spark, base, head)
    assert here.counts.dirty_objects > 3
    assert replace(there, timing=Timing()) == replace(here, timing=Timing())
