"""The way that is told to a tuple is one along which tuples follow, and none has fewer names."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from checker.facts.relations import SEEDS
from checker.rules.engine.explain import Explained
from checker.rules.load import BUILT_IN, load_program
from checker.rules.syntax import Value
from tests.rules import naive
from tests.rules.test_invariants import Facts, projects, run

Node = tuple[str, tuple[Value, ...]]
"""A relation and a tuple of it."""
Steps = set[tuple[Node, Node]]


def steps_of(rules: str, facts: Facts) -> Steps:
    """From each tuple to those that follow from it."""
    reasons = naive.evaluate(load_program(rules, [], Path()), facts)[1]
    return {(cause, (relation, head)) for relation, _, head, body in reasons for cause in body}


def name_of(node: Node) -> str:
    return Explained(*node, 0, (), (), ()).name


def with_same_values(nodes: set[Node], steps: Steps) -> set[Node]:
    """And all that follows from them without another name."""
    while more := {end for start, end in steps if start in nodes and start[1] == end[1]} - nodes:
        nodes = nodes | more
    return nodes


def fewest_names(seeds: set[Node], steps: Steps) -> dict[Node, int]:
    """How many other names come before that of each tuple."""
    found: dict[Node, int] = {}
    level, number = seeds, 0
    while level := with_same_values(level, steps) - found.keys():
        found |= dict.fromkeys(level, number)
        level, number = {end for start, end in steps if start in level}, number + 1
    return found


@pytest.mark.parametrize("rules", BUILT_IN)
@given(facts=projects)
def test_a_way_leads_there_and_none_has_fewer_names(rules: str, facts: Facts) -> None:
    steps = steps_of(rules, facts)
    seeds: set[Node] = {(name, row) for name in SEEDS for row in facts[name]}
    depths = fewest_names(seeds, steps)
    for relation in run(rules, facts).values():
        for one in relation.values():
            node = (one.relation, one.values)
            assert one.depth == len(one.trace) - 1 == depths[node]
            reached = with_same_values({seed for seed in seeds if name_of(seed) == one.trace[0]}, steps)
            for name in one.trace[1:]:
                following = {end for start, end in steps if start in reached and name_of(end) == name}
                reached = with_same_values(following, steps)
            assert node in reached
