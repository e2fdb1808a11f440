"""The engine tells the same as an evaluator written naively, on random programs and facts."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.rules.engine import joins
from checker.rules.engine.evaluate import Evaluation, evaluate, to_text, to_value
from checker.rules.errors import RuleError
from checker.rules.parser import parse_rules
from checker.rules.program import Program, make_program
from checker.rules.syntax import Atom, Comparison, Constant, Rule, Value, Variable, Wildcard
from tests.rules import naive

BASE = {"E": 2, "N": 1, "T": 3}
DERIVED = {"P": 1, "Q": 2, "R": 3, "W": 4}
VALUES: list[Value] = ["a", "b", "c", "", "é", 0, 1, 7, -3]

values = st.sampled_from(VALUES)
variables = st.sampled_from(["Ab", "AB", "T0"]).map(Variable)
"""Two that differ only in case and one that is called like a column, for Spark must keep them apart."""
constants = values.map(Constant)


def atoms(
    relations: dict[str, int], terms: st.SearchStrategy[Variable | Constant | Wildcard]
) -> st.SearchStrategy[Atom]:
    return st.sampled_from(sorted(relations)).flatmap(
        lambda name: st.tuples(*[terms] * relations[name]).map(lambda chosen: Atom(name, chosen))
    )


body_terms = st.one_of(variables, variables, variables, constants, st.just(Wildcard()))
comparisons = st.builds(
    Comparison,
    st.one_of(variables, constants),
    st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
    st.one_of(variables, constants),
)
rules = st.builds(
    Rule,
    st.sampled_from("klmn"),
    atoms(DERIVED, st.one_of(variables, variables, constants)),
    st.lists(atoms(BASE | DERIVED, body_terms), min_size=1, max_size=3).map(tuple),
    st.lists(atoms(BASE | DERIVED, body_terms), max_size=1).map(tuple),
    st.lists(comparisons, max_size=1).map(tuple),
)
facts = st.fixed_dictionaries({name: st.sets(st.tuples(*[values] * arity), max_size=6) for name, arity in BASE.items()})


def columns_of(tuples: set[tuple[Value, ...]], arity: int) -> list[pa.Array]:
    ordered = sorted(tuples, key=repr)
    return [pa.array([to_text(row[position]) for row in ordered], pa.string()) for position in range(arity)]


def run(program: Program, given_facts: dict[str, set[tuple[Value, ...]]]) -> Evaluation:
    return evaluate(
        program,
        {name: columns_of(given_facts.get(name, set()), arity) for name, arity in BASE.items()},
        program.derived,
    )


def reasons_of(evaluation: Evaluation) -> set[naive.Reason]:
    rows = {name: evaluation.rows(name) for name in evaluation.tables}
    found = set()
    for one in evaluation.derivations:
        names = [atom.relation for atom in one.rule.positive]
        for number, head in enumerate(one.head):
            body = tuple((name, rows[name][at[number]]) for name, at in zip(names, one.body, strict=True))
            found.add((*one.rule.key, rows[one.rule.head.relation][head], body))
    return found


def valid_program(drawn: list[Rule]) -> Program:
    """As many of the drawn rules as make a program together."""
    kept = [Rule("declared", Atom(name, (Constant("none"),) * arity)) for name, arity in DERIVED.items()]
    for rule in map(repaired, drawn):
        try:
            make_program([*kept, rule], BASE)
        except RuleError:
            continue
        kept.append(rule)
    return make_program(kept, BASE)


def repaired(rule: Rule) -> Rule:
    """The rule with an atom that binds whatever nothing else in its body does."""
    bound = {name for atom in rule.positive for name in atom.variables()}
    used = {name for atom in (rule.head, *rule.negative) for name in atom.variables()}
    used |= {name for comparison in rule.comparisons for name in comparison.variables()}
    missing = [Variable(name) for name in sorted(used - bound)]
    if not missing:
        return rule
    padded: tuple[Variable | Wildcard, ...] = (*missing, *[Wildcard()] * (3 - len(missing)))
    return replace(rule, positive=(*rule.positive, Atom("T", padded)))


@settings(max_examples=300)
@given(st.lists(rules, min_size=1, max_size=6), facts)
def test_relations_and_reasons_are_those_of_the_naive_evaluator(
    drawn: list[Rule], given_facts: dict[str, set[tuple[Value, ...]]]
) -> None:
    program = valid_program(drawn)
    relations, reasons = naive.evaluate(program, given_facts)
    evaluation = run(program, given_facts)
    for name in program.arities:
        found = evaluation.rows(name)
        assert len(found) == len(set(found))
        assert set(found) == relations[name], name
    assert reasons_of(evaluation) == reasons


def program(text: str) -> Program:
    return make_program(parse_rules(text, "t.dl"), BASE)


CLOSURE = "base: Q(X, Y) :- E(X, Y)\nstep: Q(X, Z) :- E(X, Y), Q(Y, Z)"


def test_a_tuple_is_found_in_the_round_of_its_shortest_derivation() -> None:
    chain = {(f"n{number}", f"n{number + 1}") for number in range(6)}
    evaluation = run(program(CLOSURE), {"E": {*chain, ("n0", "n4")}})
    table = evaluation.tables["Q"]
    steps = {row: round_ for round_, row in _rounds(evaluation)}
    assert steps["n0", "n1"] == steps["n0", "n4"] == 0
    assert steps["n0", "n6"] == 2
    assert table.ends[-1] == table.count


def _rounds(evaluation: Evaluation) -> list[tuple[int, tuple[Value, ...]]]:
    ends = evaluation.tables["Q"].ends
    return [(sum(end <= at for end in ends), row) for at, row in enumerate(evaluation.rows("Q"))]


def test_no_rule_looks_twice_at_the_same_combination(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all rounds a rule joins each combination of body tuples just once."""
    joined: list[int] = []
    real = joins.run_steps

    def counting(*arguments: object, **options: object) -> joins.Bindings:
        found = real(*arguments, **options)  # type: ignore[arg-type]
        joined.append(found.count)
        return found

    monkeypatch.setattr("checker.rules.engine.fixpoint.run_steps", counting)
    made = program("base: Q(X, Y) :- E(X, Y)\nstep: Q(X, Z) :- Q(X, Y), Q(Y, Z)")
    evaluation = run(made, {"E": {(f"n{a}", f"n{(a * 3 + 1) % 8}") for a in range(8)}})
    combinations = sum(len(one.head) for one in evaluation.derivations)
    assert sum(joined) == combinations


def test_a_chain_of_ten_thousand_and_fifty_thousand_readers_of_one_are_followed() -> None:
    deep = {(f"n{number + 1}", f"n{number}") for number in range(10_000)}
    wide = {(f"w{number}", "n0") for number in range(50_000)}
    made = program("seed: P(X) :- N(X)\nreads: P(X) :- E(X, Y), P(Y)")
    evaluation = run(made, {"E": deep | wide, "N": {("n0",)}})
    assert evaluation.tables["P"].count == 60_001


def test_rows_too_wide_for_one_integer_are_kept_apart() -> None:
    many: set[tuple[Value, ...]] = {(f"v{number}", f"u{number}") for number in range(40_000)}
    made = program("wide: W(X, Y, X, Y) :- E(X, Y)\nback: Q(X, Y) :- W(X, Y, X, Y), E(X, Y)")
    evaluation = run(made, {"E": {*many}})
    assert set(evaluation.rows("Q")) == many


@pytest.mark.parametrize("text", ["all: Q(X, Y) :- N(X), N(Y)", "all: Q(X, Y) :- E(X, K), E(Y, K)"])
def test_a_rule_that_explodes_is_refused_by_name(text: str) -> None:
    many: set[tuple[Value, ...]] = {(f"n{number}",) for number in range(6_000)}
    with pytest.raises(RuleError, match=r"t.dl:1: rule 'all': joins to 36,000,000 rows, more than the 20,000,000"):
        run(program(text), {"N": many, "E": {(*row, "k") for row in many}})


@pytest.mark.parametrize("order", list(permutations(["T(X, 'a', _)", "T(Y, 'a', _)", "E(X, Y)"])))
def test_no_order_of_conditions_pairs_all_with_all_where_they_share_variables(order: tuple[str, ...]) -> None:
    marked: set[tuple[Value, ...]] = {(f"n{number}", "a", "") for number in range(6_000)}
    edges: set[tuple[Value, ...]] = {
        (f"n{number}", f"n{number // other}") for number in range(6_000) for other in (2, 3)
    }
    text = f"pair: Q(X, Y) :- {', '.join(order)}".replace("'", '"')
    assert set(run(program(text), {"T": marked, "E": edges}).rows("Q")) == edges


def test_rows_that_hold_much_are_refused_before_they_are_many() -> None:
    many: set[tuple[Value, ...]] = {(f"n{number}",) for number in range(4_000)}
    text = f"all: Q(X, Y) :- N(X), N(Y), {', '.join(['E(X, _)'] * 20)}"
    with pytest.raises(RuleError, match=r"rule 'all': joins to 16,000,000 rows, more than the \d,\d{3},\d{3} that"):
        run(program(text), {"N": many, "E": {(*row, "e") for row in many}})


def test_rules_that_explode_little_by_little_are_refused_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.rules.engine.effort.MOST_WAYS", 20_000)
    chain: set[tuple[Value, ...]] = {(f"n{number}", f"n{number + 1}") for number in range(250)}
    with pytest.raises(RuleError, match=r"rule 'step': with it the rules derive their tuples in more than 20,000 ways"):
        run(program(CLOSURE), {"E": chain})
    again = "\n".join(f"r{number}: Q(X, Y) :- E(X, Y)" for number in range(81))
    with pytest.raises(RuleError, match=r"rule 'r9': with it the rules derive their tuples in more than 20,000 ways"):
        run(program(again), {"E": chain})


def test_rules_that_look_at_much_and_derive_nothing_are_refused_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.rules.engine.effort.MOST_LOOKED_AT", 1_000_000)
    chain: set[tuple[Value, ...]] = {(f"n{number}", f"n{number + 1}") for number in range(250)}
    nothing = "\n".join(f"r{number}: Q(X, Z) :- E(X, Y), E(Z, V), Z < ''" for number in range(9))
    with pytest.raises(RuleError, match=r"rule 'r\d': with it the rules look at more than 1,000,000 values"):
        run(program(nothing.replace("'", '"')), {"E": chain})
    many_rounds = "start: P(X) :- N(X)\nstep: P(Y) :- P(X), E(X, Y)"
    long_chain: set[tuple[Value, ...]] = {(f"n{number}", f"n{number + 1}") for number in range(3_000)}
    with pytest.raises(RuleError, match=r"rule 'step': with it the rules look at more than 1,000,000 values"):
        run(program(many_rounds), {"E": long_chain, "N": {("n0",)}})


@given(values)
def test_values_survive_their_way_as_texts(value: Value) -> None:
    assert to_value(to_text(value)) == value
