"""Comparisons of one rule that can never all be true: told before the run, for such a rule is a mistake."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from checker.rules.syntax import Comparison, Constant, Operator, SortKey, Value, Variable, sort_key

_COMPARE: dict[Operator, Callable[[SortKey, SortKey], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_TURNED: dict[Operator, Operator] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def contradiction(comparisons: Iterable[Comparison]) -> str:
    """Why no values satisfy all comparisons, or nothing.

    Each variable is held against constants and against the variables it is equal to; `X < Y, Y < X` is not seen.

    >>> x = Variable("X")
    >>> contradiction([Comparison(x, "<", Constant(3)), Comparison(x, ">", Constant(5))])
    'X > 5 and X < 3 are never true together'
    """
    given = list(comparisons)
    return next(_contradictions(given, _representatives(given)), "")


def _contradictions(given: list[Comparison], same: dict[str, str]) -> Iterator[str]:
    fixed: dict[str, Constant] = {}
    against_constants = [turned for one in given if (turned := _against_constant(one))]
    for variable, one, constant in against_constants:
        if one == "=" and fixed.setdefault(same[variable], constant) != constant:
            yield f"{variable} cannot be both {fixed[same[variable]]} and {constant}"
    yield from _never_true(given, same, fixed)
    bounds: dict[str, _Interval] = {}
    for variable, one, constant in against_constants:
        bounds[same[variable]] = interval = bounds.get(same[variable], _Interval()).within(variable, one, constant)
        if interval.is_empty():
            yield _together(interval)
    single = {name: Constant(value) for name, one in bounds.items() if (value := one.only_value()) is not None}
    yield from _never_true(given, same, single | fixed)


def _representatives(given: list[Comparison]) -> dict[str, str]:
    """For each variable the one that stands for all that are equal to it."""
    same = {name: name for comparison in given for name in comparison.variables()}
    for one in given:
        if one.operator == "=" and isinstance(one.left, Variable) and isinstance(one.right, Variable):
            kept, gone = same[one.left.name], same[one.right.name]
            same = {name: kept if stands == gone else stands for name, stands in same.items()}
    return same


def _against_constant(comparison: Comparison) -> tuple[str, Operator, Constant] | None:
    """A variable, how it compares and with what: `3 < X` is `X > 3`."""
    left, right = comparison.left, comparison.right
    if isinstance(left, Variable) and isinstance(right, Constant):
        return left.name, comparison.operator, right
    if isinstance(left, Constant) and isinstance(right, Variable):
        return right.name, _TURNED[comparison.operator], left
    return None


def _never_true(given: list[Comparison], same: dict[str, str], fixed: dict[str, Constant]) -> Iterator[str]:
    """Comparisons of known values, or of a variable with itself, that are false."""

    def known(term: Variable | Constant) -> SortKey | str:
        constant = fixed.get(same[term.name]) if isinstance(term, Variable) else term
        return sort_key(constant.value) if constant else same[str(term)]

    for comparison in given:
        left, right = known(comparison.left), known(comparison.right)
        if isinstance(left, str) or isinstance(right, str):
            possible = left != right or comparison.operator in ("=", "<=", ">=")
        else:
            possible = _COMPARE[comparison.operator](left, right)
        if not possible:
            yield f"{comparison} is never true"


@dataclass(frozen=True, slots=True)
class _Bound:
    """The end of an interval, the value itself in it or not, and the comparison that set it."""

    value: Value
    inside: bool
    variable: str
    told: str


@dataclass(frozen=True, slots=True)
class _Interval:
    """The values between two bounds."""

    low: _Bound | None = None
    high: _Bound | None = None

    def within(self, variable: str, compared: Operator, constant: Constant) -> _Interval:
        """What is left of it under one more comparison."""
        value, told = constant.value, f"{variable} {compared} {constant}"
        if compared in (">", ">="):
            bound = _Bound(value, compared == ">=", variable, told)
            if isinstance(value, int) and not bound.inside:  # between two whole numbers there is nothing
                bound = replace(bound, value=value + 1, inside=True)
            tighter = self.low is None or _low_key(bound) > _low_key(self.low)
            return replace(self, low=bound) if tighter else self
        if compared in ("<", "<="):
            bound = _Bound(value, compared == "<=", variable, told)
            if isinstance(value, int) and not bound.inside:
                bound = replace(bound, value=value - 1, inside=True)
            tighter = self.high is None or _high_key(bound) < _high_key(self.high)
            return replace(self, high=bound) if tighter else self
        return self

    def is_empty(self) -> bool:
        if self.low is None or self.high is None:
            return False
        low, high = sort_key(self.low.value), sort_key(self.high.value)
        return low > high or (low == high and not (self.low.inside and self.high.inside))

    def only_value(self) -> Value | None:
        """The value of an interval that is not empty and has just one."""
        return self.low.value if self.low and self.high and self.low.value == self.high.value else None


def _low_key(bound: _Bound) -> tuple[SortKey, bool]:
    return sort_key(bound.value), not bound.inside


def _high_key(bound: _Bound) -> tuple[SortKey, bool]:
    return sort_key(bound.value), bound.inside


def _together(interval: _Interval) -> str:
    low, high = interval.low, interval.high
    if low is None or high is None:
        raise TypeError("an interval with one end is never empty")
    equal = "" if low.variable == high.variable else f", as {low.variable} = {high.variable}"
    return f"{low.told} and {high.told} are never true together{equal}"
