"""Both ways to run a program answer the same, on random programs and on whole projects."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.facts.frames import COLUMNS, given_frame
from checker.report.result import Timing
from checker.rules.answers import Answers
from checker.rules.engine.evaluate import to_text
from checker.rules.in_task import run_in_task
from checker.rules.parser import parse_rules
from checker.rules.program import Program, make_program
from checker.rules.run import run_distributed
from checker.rules.syntax import Rule, Value
from checker.spark.session import SparkRunner
from tests.project import GitProject, project_files
from tests.rules.test_engine import BASE, facts, rules, valid_program

SEEDS = ("N", "E")
BATCHES, TOGETHER = 2, 8
Facts = dict[str, set[tuple[Value, ...]]]


def side_by_side(programs: list[tuple[Program, Facts]]) -> tuple[Program, Facts]:
    """Many programs as one whose parts know nothing of each other: Spark takes as long as for one of them."""
    kept: list[Rule] = []
    base: dict[str, int] = {}
    given_facts: Facts = {}
    for number, (program, own) in enumerate(programs):
        kept += [_numbered(rule, number) for rule in program.rules]
        base |= {f"{name}{number}": arity for name, arity in BASE.items()}
        given_facts |= {f"{name}{number}": rows for name, rows in own.items()}
    return make_program(kept, base), given_facts


def _numbered(rule: Rule, number: int) -> Rule:
    head, *atoms = (
        replace(atom, relation=f"{atom.relation}{number}") for atom in (rule.head, *rule.positive, *rule.negative)
    )
    positive, negative = atoms[: len(rule.positive)], atoms[len(rule.positive) :]
    return replace(rule, head=head, positive=tuple(positive), negative=tuple(negative))


def assert_same_answers(spark: SparkRunner, program: Program, given_facts: Facts) -> Answers:
    frame = given_frame(
        spark.session,
        [(name, *map(to_text, row)) for name, rows in sorted(given_facts.items()) for row in sorted(rows, key=repr)],
    )
    seeds = [name for name in sorted(program.base) if name.startswith(SEEDS)]
    here = run_in_task(frame, program, program.derived, seeds)
    there = run_distributed(frame, program, program.derived, seeds)
    assert there.explained == here.explained
    assert set(there.stops) == set(here.stops)
    assert there.sizes == here.sizes
    return there


drawn_programs = st.tuples(st.lists(rules, min_size=2, max_size=4).map(valid_program), facts)


@settings(max_examples=BATCHES)
@given(st.lists(drawn_programs, min_size=TOGETHER, max_size=TOGETHER))
def test_random_programs_give_the_same_tuples_and_reasons(
    spark: SparkRunner, programs: list[tuple[Program, Facts]]
) -> None:
    assert len(COLUMNS) >= max(BASE.values())
    assert_same_answers(spark, *side_by_side(programs))


def test_variables_may_differ_only_in_case_or_be_called_like_columns(spark: SparkRunner) -> None:
    text = """
        case: A(Ab, AB) :- E(Ab, AB), Ab != AB
        column: B(T0, T1) :- E(T0, P), E(P, T1), NOT E(T1, T0)
        place: C(V1, V0) :- E(V0, V1), N(V0)
        inner: D(Relation, C0, Round) :- T(Round, C0, Relation), N(C0)
        again: A(H0, H1) :- A(H1, H0), E(Unwanted, H0)
    """
    rows: Facts = {"E": {("a", "b"), ("b", "c"), ("a", "a")}, "N": {("a",)}, "T": {("x", "a", 7)}}
    answers = assert_same_answers(spark, make_program(parse_rules(text, "t.dl"), BASE), rows)
    assert {(one.relation, one.values) for one in answers.explained} == {
        ("A", ("a", "b")), ("A", ("b", "c")), ("A", ("b", "a")), ("A", ("c", "b")),
        ("B", ("a", "c")), ("B", ("a", "b")),
        ("C", ("b", "a")), ("C", ("a", "a")),
        ("D", (7, "a", "x")),
    }  # fmt: skip


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
