"""An evaluator written for the tests alone: sets of tuples, every rule on everything, until nothing is new."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from checker.rules.program import Program
from checker.rules.syntax import Atom, Constant, Rule, Value, Variable, Wildcard

Tuple = tuple[Value, ...]
Facts = Mapping[str, AbstractSet[Tuple]]
Reason = tuple[str, str, Tuple, tuple[tuple[str, Tuple], ...]]
"""(relation, label, derived tuple, the tuples it follows from)"""

_OPERATORS = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def evaluate(program: Program, facts: Facts) -> tuple[dict[str, set[Tuple]], set[Reason]]:
    """All relations, and every reason of every derived tuple."""
    known = {name: set(facts.get(name, ())) for name in program.arities}
    for rules in _strata(program.rules):
        while True:
            new = [(rule.head.relation, _head(rule, bound)) for rule in rules for bound, _ in _solutions(rule, known)]
            if all(found in known[relation] for relation, found in new):
                break
            for relation, found in new:
                known[relation].add(found)
    reasons = {
        (*rule.key, _head(rule, bound), tuple(zip((atom.relation for atom in rule.positive), body, strict=True)))
        for rule in program.rules
        for bound, body in _solutions(rule, known)
    }
    return known, reasons


def _strata(rules: tuple[Rule, ...]) -> Iterator[list[Rule]]:
    """Relation by relation, those that need each other together, and always after all else that they need."""
    needs: dict[str, set[str]] = {rule.head.relation: set() for rule in rules}
    for rule in rules:
        needs[rule.head.relation] |= {atom.relation for atom in (*rule.positive, *rule.negative)} & needs.keys()
    for _ in needs:
        needs = {name: needed.union(*(needs[one] for one in needed)) for name, needed in needs.items()}
    done: set[str] = set()
    while waiting := needs.keys() - done:
        # What needs the fewest others that are not done needs only what needs it in turn.
        name = min(sorted(waiting), key=lambda name: len(needs[name] - done | {name}))
        together = {name} | {other for other in needs[name] - done if name in needs[other]}
        assert needs[name] - done <= together
        for rule in rules:
            if rule.head.relation in together:
                assert not together & {atom.relation for atom in rule.negative}, "negation through recursion"
        yield [rule for rule in rules if rule.head.relation in together]
        done |= together


def _solutions(rule: Rule, known: Facts) -> Iterator[tuple[dict[str, Value], tuple[Tuple, ...]]]:
    for bound, body in _matches(rule.positive, known, {}, ()):
        compared = all(
            _OPERATORS[one.operator](_key(_value(one.left, bound)), _key(_value(one.right, bound)))
            for one in rule.comparisons
        )
        absent = all(not any(True for _ in _matches((atom,), known, bound, ())) for atom in rule.negative)
        if compared and absent:
            yield bound, body


def _matches(
    atoms: tuple[Atom, ...], known: Facts, bound: dict[str, Value], body: tuple[Tuple, ...]
) -> Iterator[tuple[dict[str, Value], tuple[Tuple, ...]]]:
    if not atoms:
        yield bound, body
        return
    for row in known[atoms[0].relation]:
        extended = _unify(atoms[0], row, bound)
        if extended is not None:
            yield from _matches(atoms[1:], known, extended, (*body, row))


def _unify(atom: Atom, row: Tuple, bound: dict[str, Value]) -> dict[str, Value] | None:
    extended = dict(bound)
    for term, value in zip(atom.terms, row, strict=True):
        if isinstance(term, Wildcard):
            continue
        if isinstance(term, Constant):
            if term.value != value:
                return None
        elif extended.setdefault(term.name, value) != value:
            return None
    return extended


def _head(rule: Rule, bound: dict[str, Value]) -> Tuple:
    return tuple(_value(term, bound) for term in rule.head.terms if not isinstance(term, Wildcard))


def _value(term: Variable | Constant, bound: dict[str, Value]) -> Value:
    return bound[term.name] if isinstance(term, Variable) else term.value


def _key(value: Value) -> tuple[bool, int, str]:
    return (False, value, "") if isinstance(value, int) else (True, 0, value)
