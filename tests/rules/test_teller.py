"""What is told of a tuple is what the naive evaluator derives it from, in order and each once."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.rules.engine.explain import Explained, Reason, Teller
from checker.rules.engine.nodes import Nodes
from checker.rules.engine.ranking import reason_ranks
from checker.rules.engine.reasons import Reasons, explain
from checker.rules.parser import parse_rules
from checker.rules.program import Program, make_program
from checker.rules.syntax import Rule, Value
from tests.rules import naive
from tests.rules.test_engine import BASE, facts, rules, run, valid_program

SEEDS = ["E", "N"]


def expected_reasons(
    program: Program, given_facts: dict[str, set[tuple[Value, ...]]]
) -> dict[tuple[str, tuple[Value, ...]], list[Reason]]:
    """By tuple; of what leads neither back to seeds nor elsewhere than to the tuple itself nothing is told."""
    told = {*SEEDS, *program.derived}
    found: defaultdict[tuple[str, tuple[Value, ...]], set[Reason]] = defaultdict(set)
    for relation, label, head, body in naive.evaluate(program, given_facts)[1]:
        if (relation, head) not in body:
            causes = [(name, values) for name, values in body if name in told and values != head]
            named = tuple(Explained(name, values, 0, (), (), ()).name for name, values in causes)
            found[relation, head].add(Reason(label, named, tuple(name for name, _ in causes)))
    return {
        key: sorted(reasons, key=lambda one: (one.rule, one.because, one.relations)) for key, reasons in found.items()
    }


@settings(max_examples=300)
@given(st.lists(rules, min_size=1, max_size=6), facts)
def test_reasons_are_told_in_order_and_each_once(
    drawn: list[Rule], given_facts: dict[str, set[tuple[Value, ...]]]
) -> None:
    program = valid_program(drawn)
    told = Teller(program, explain(run(program, given_facts), SEEDS, program.derived)).explained()
    keys = [(one.relation, tuple(map(str, one.values))) for one in told]
    assert keys == sorted(keys)
    expected = expected_reasons(program, given_facts)
    for one in told:
        assert list(one.reasons) == expected.get((one.relation, one.values), [])


def test_reasons_are_numbered_without_gaps_where_rules_give_nothing() -> None:
    names = pa.array(["x", "y"])
    nodes = Nodes({"P": 0}, names, np.array([0, 1]))
    reasons = Reasons(np.array([0, 1]), np.array([3, 1]), np.array([0, 0, 0]), np.array([], np.int64))
    assert reason_ranks(reasons, ["a", "b", "c", "d"], nodes).tolist() == [1, 0]


def test_what_stops_a_rule_may_be_any_of_many_tuples() -> None:
    many: set[tuple[Value, ...]] = {(f"n{number}",) for number in range(6_000)}
    rows = {"N": many, "E": {(*row, "e") for row in many}, "T": set[tuple[Value, ...]]()}
    program = make_program(
        parse_rules("any: P(X) :- N(X), NOT E(_, _)\nsame: P(X) :- N(X), E(X, K), NOT E(_, K)", "t.dl"), BASE
    )
    stops = list(Teller(program, explain(run(program, rows), ["N"], ["P"])).stops())
    assert [(one.blocked_by, one.reason.rule) for one in stops] == [("E", "any")] * 6_000 + [("E", "same")] * 6_000
    assert {one.values for one in stops} == many
