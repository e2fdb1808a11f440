"""Rules are read with positions, checked before they run, and only those run that are needed."""

from __future__ import annotations

from itertools import permutations, product
from operator import eq, ge, gt, le, lt, ne

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.rules.contradictions import contradiction
from checker.rules.errors import RuleError
from checker.rules.parser import parse_rules
from checker.rules.program import Program, make_program
from checker.rules.syntax import Comparison, Constant, Variable

operands = st.one_of(st.sampled_from("XYZ").map(Variable), st.integers(0, 4).map(Constant))
comparisons = st.builds(Comparison, operands, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), operands)
BASE = {"Edge": 2, "Node": 1, "Cost": 2}


def program(text: str) -> Program:
    return make_program(parse_rules(text, "team.dl"), BASE)


def test_a_rule_prints_as_it_is_written() -> None:
    text = 'reach: Reach(X, Y) :- Edge(X, Z), Reach(Z, Y), NOT Node(Z), X != Y, Z < 10, X != "a \\"b\\""'
    (rule,) = parse_rules(text, "team.dl")
    assert str(rule) == text


def test_notation_is_free_in_white_space_comments_and_full_stops() -> None:
    tidy = "a: P(X) :- Edge(X, _), NOT Node(X)\nb: P(X) :- Node(X)"
    untidy = "# head\na :P( X ):-Edge(X,_) , // why\n  !Node(X). b: P(X) :- Node(X)."
    assert parse_rules(tidy, "x") == parse_rules(untidy, "x")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: P(X) :-\n\n Edge(X Y)", "team.dl:3: rule 'a': ')' is expected, not 'Y'"),
        ("P(X) :- Node(X)", "team.dl:1: a rule starts with a label, as in `my-rule: P(…) :- …`"),
        ("a: P(x) :- Node(x)", "team.dl:1: rule 'a': 'x' is neither a variable (a capital letter first) nor quoted"),
        ('a: P("x) :- Node(X)', "team.dl:1: a string that is not closed on its line is not part of the notation"),
        ("a: P(X) :- Node(X), X ~ 1", "team.dl:1: '~' is not part of the notation"),
        ("a: P(X) :- Node(X),", "team.dl:1: rule 'a': a variable or a constant is expected, not 'the end of the file'"),
        ("a: P(X) :- Node(X), X", "rule 'a': a comparison or a relation is expected, not 'the end of the file'"),
        ("a: P(X) :- Node(X), X != _", "rule 'a': a variable or a constant is expected, not '_'"),
        ('a: P("\\q") :- Node(X)', "has an escape that JSON does not know"),
        ('a: P("\x1b[2J") :- Node(X)', "the string '\"\\x1b[2J\"' has an escape"),
        ("a: P(X) :- Node(X), " + "y" * 999, f"'{'y' * 60}…' is neither a variable"),
        ("a: P(" + "X, " * 16 + "X) :- Node(X)", "rule 'a': a relation has at most 16 columns"),
        ("a: P(X) :- " + "Node(X), " * 50 + "Node(X)", "rule 'a': a rule has at most 50 conditions"),
        ("a" * 61 + ": P(X) :- Node(X)", "a label has at most 60 characters"),
        (f"a: {'P' * 61}(X) :- Node(X)", "a relation's name has at most 60 characters"),
        ("a: P(X) :- Nodes(X)", "team.dl:1: rule 'a': unknown relation Nodes; did you mean Node?"),
        ("a: P(X) :- Edge(X)", "rule 'a': Edge has 2 columns, not 1"),
        ("a: P(X) :- Node(X)\nb: P(X, Y) :- Edge(X, Y)", "team.dl:2: rule 'b': P has 1 column, not 2"),
        ("a: Node(X) :- Edge(X, _)", "rule 'a': Node comes from the SQL and cannot be derived"),
        ("a: P(X, Y) :- Node(X)", "rule 'a': no relation in the body binds Y in the head"),
        ("a: P(X) :- Node(X), NOT Edge(X, Y)", "rule 'a': no relation in the body binds Y in NOT Edge(X, Y)"),
        ("a: P(X) :- Node(X), Y < 3", "rule 'a': no relation in the body binds Y in Y < 3"),
        ("a: P(X)", "rule 'a': no relation in the body binds X in the head"),
        ("a: P(_) :- Node(X)", "rule 'a': the head cannot hold _"),
        ('a: P(X) :- Node(X), X = "a", X = "b"', 'rule \'a\': X cannot be both "a" and "b": the rule can never fire'),
        ("a: P(X) :- Node(X), X = 1, X > 2", "rule 'a': X > 2 is never true: the rule can never fire"),
        ("a: P(X) :- Node(X), 1 != 1", "rule 'a': 1 != 1 is never true: the rule can never fire"),
        ("a: P(X) :- Node(X), X < 3, X > 5", "rule 'a': X > 5 and X < 3 are never true together: the rule can never"),
        ("a: P(X) :- Node(X), 3 > X, X > 2", "rule 'a': X > 2 and X < 3 are never true together: the rule can never"),
        ('a: P(X) :- Node(X), X >= "b", X < "b"', 'X >= "b" and X < "b" are never true together: the rule can never'),
        ('a: P(X) :- Node(X), X > "a", X < 9', 'X > "a" and X < 9 are never true together: the rule can never fire'),
        ("a: P(X) :- Node(X), X >= 3, X <= 3, X != 3", "rule 'a': X != 3 is never true: the rule can never fire"),
        ("a: P(X) :- Node(X), X != X", "rule 'a': X != X is never true: the rule can never fire"),
        ("a: P(X) :- Edge(X, Y), X = Y, Y > X", "rule 'a': Y > X is never true: the rule can never fire"),
        ("a: P(X) :- Edge(X, Y), X = 1, Y = X, Y = 2", "rule 'a': Y cannot be both 1 and 2: the rule can never fire"),
        (
            "a: P(X) :- Edge(X, Y), Edge(Y, Z), X = Y, Z = Y, X < 3, Z > 5",
            "rule 'a': Z > 5 and X < 3 are never true together, as Z = X: the rule can never fire",
        ),
        (
            "a: P(X) :- Node(X)\na: P(X) :- Edge(X, _)",
            "team.dl:2: rule 'a': the label is taken by another rule for P, at team.dl:1",
        ),
        ("a: P(X) :- Node(X), NOT P(X)", "rule 'a': negation through recursion: P -> NOT P"),
        (
            "a: P(X) :- Node(X), NOT Q(X)\nb: Q(X) :- R(X)\nc: R(X) :- P(X)",
            "team.dl:1: rule 'a': negation through recursion: P -> NOT Q -> R -> P",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_file_line_and_rule(text: str, told: str) -> None:
    with pytest.raises(RuleError) as error:
        program(text)
    assert told in str(error.value)


@given(st.lists(comparisons, min_size=1, max_size=4))
def test_comparisons_that_some_values_satisfy_do_not_contradict_each_other(given_comparisons: list[Comparison]) -> None:
    told = contradiction(given_comparisons)
    names = sorted({name for one in given_comparisons for name in one.variables()})
    satisfied = any(
        all(_holds(one, dict(zip(names, chosen, strict=True))) for one in given_comparisons)
        for chosen in product(range(-5, 10), repeat=len(names))
    )
    assert not (told and satisfied), told
    if len(names) == 1 and len(given_comparisons) <= 2:
        assert bool(told) != satisfied


def _holds(one: Comparison, values: dict[str, int]) -> bool:
    left, right = (values[term.name] if isinstance(term, Variable) else term.value for term in (one.left, one.right))
    return bool({"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}[one.operator](left, right))


def test_the_same_rule_twice_is_no_change() -> None:
    rule = "a: P(X) :- Node(X)\n"
    assert program(rule * 3).rules == program(rule).rules


def test_one_label_may_serve_several_relations() -> None:
    assert len(program("a: P(X) :- Node(X)\na: Q(X) :- Node(X)").rules) == 2


def test_the_order_of_the_text_does_not_show() -> None:
    lines = ["a: P(X) :- Node(X)", "b: P(X) :- Q(X, _)", "c: Q(X, Y) :- Edge(X, Y), NOT R(Y)", "d: R(X) :- Cost(X, 3)"]
    programs = [program("\n".join(order)) for order in permutations(lines)]
    assert all(one.rules == programs[0].rules for one in programs)
    assert all(one.strata() == programs[0].strata() for one in programs)


def test_only_what_the_outputs_need_is_kept_also_under_not() -> None:
    made = program(
        """p: P(X) :- Node(X), NOT Q(X)
           q: Q(X) :- R(X)
           r: R(X) :- Edge(X, _)
           s: S(X) :- Cost(X, _)"""
    ).needed_for(["P"])
    assert made.derived == ["P", "Q", "R"]
    assert sorted(made.base) == ["Edge", "Node"]
    assert program("p: P(X) :- Node(X)").needed_for(["Nothing"]).rules == ()


def test_what_a_relation_needs_is_complete_before_it_unless_they_need_each_other() -> None:
    made = program(
        """p: P(X) :- Node(X), NOT Q(X)
           q: Q(X) :- R(X)
           r: R(X) :- Edge(X, _), NOT T(X)
           s: R(X) :- Q(X), Edge(_, X)
           t: T(X) :- Cost(X, _)"""
    )
    assert [[rule.label for rule in group] for group in made.strata()] == [["t"], ["q", "r", "s"], ["p"]]
    chain = program("a: A(X) :- Z(X)\nz: Z(X) :- M(X)\nm: M(X) :- Node(X)")
    assert [[rule.label for rule in group] for group in chain.strata()] == [["m"], ["z"], ["a"]]
