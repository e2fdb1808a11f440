"""What makes a single rule impossible to run, or to ever fire."""

from __future__ import annotations

import operator
from collections.abc import Callable

from checker.rules.errors import RuleError
from checker.rules.syntax import Comparison, Constant, Operator, Rule, Value, Variable, Wildcard

_Key = tuple[int, int, str]
_COMPARE: dict[Operator, Callable[[_Key, _Key], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def sort_key(value: Value) -> _Key:
    """One order for all values: numbers by size, then texts by their characters."""
    return (0, value, "") if isinstance(value, int) else (1, 0, value)


def check_rule(rule: Rule) -> None:
    """Raises RuleError where a variable is bound by nothing, or constants contradict each other."""
    if any(isinstance(term, Wildcard) for term in rule.head.terms):
        raise _error(rule, "the head cannot hold _: nothing says which value it stands for")
    bound = {name for atom in rule.positive for name in atom.variables()}
    places = [("the head", rule.head.variables()), *((f"NOT {atom}", atom.variables()) for atom in rule.negative)]
    places += [(str(comparison), comparison.variables()) for comparison in rule.comparisons]
    for where, names in places:
        for name in names:
            if name not in bound:
                raise _error(rule, f"no relation in the body binds {name} in {where}")
    _check_constants(rule)


def _check_constants(rule: Rule) -> None:
    fixed: dict[str, Constant] = {}
    for comparison in rule.comparisons:
        variable, constant = _equation(comparison)
        if variable and constant and fixed.setdefault(variable, constant) != constant:
            raise _error(rule, f"{variable} cannot be both {fixed[variable]} and {constant}: the rule can never fire")
    for comparison in rule.comparisons:
        left, right = _value(comparison.left, fixed), _value(comparison.right, fixed)
        if left is None or right is None:
            continue
        if not _COMPARE[comparison.operator](sort_key(left), sort_key(right)):
            raise _error(rule, f"{comparison} is never true: the rule can never fire")


def _value(term: Variable | Constant, fixed: dict[str, Constant]) -> Value | None:
    constant = fixed.get(term.name) if isinstance(term, Variable) else term
    return constant.value if constant else None


def _equation(comparison: Comparison) -> tuple[str, Constant | None]:
    sides = (comparison.left, comparison.right)
    if comparison.operator != "=":
        return "", None
    variable = next((term.name for term in sides if isinstance(term, Variable)), "")
    return variable, next((term for term in sides if isinstance(term, Constant)), None)


def _error(rule: Rule, message: str) -> RuleError:
    return RuleError(message, rule.place, rule.label)
