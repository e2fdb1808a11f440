"""What makes a single rule impossible to run, or to ever fire."""

from __future__ import annotations

from checker.rules.contradictions import contradiction
from checker.rules.errors import RuleError
from checker.rules.syntax import Rule, Wildcard


def check_rule(rule: Rule) -> None:
    """Raises RuleError where a variable is bound by nothing, or its comparisons contradict each other."""
    if any(isinstance(term, Wildcard) for term in rule.head.terms):
        raise _error(rule, "the head cannot hold _: nothing says which value it stands for")
    bound = {name for atom in rule.positive for name in atom.variables()}
    places = [("the head", rule.head.variables()), *((f"NOT {atom}", atom.variables()) for atom in rule.negative)]
    places += [(str(comparison), comparison.variables()) for comparison in rule.comparisons]
    for where, names in places:
        for name in names:
            if name not in bound:
                raise _error(rule, f"no relation in the body binds {name} in {where}")
    if told := contradiction(rule.comparisons):
        raise _error(rule, f"{told}: the rule can never fire")


def _error(rule: Rule, message: str) -> RuleError:
    return RuleError(message, rule.place, rule.label)
