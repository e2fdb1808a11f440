"""What a program takes: counted and not timed, so that every machine refuses the same one."""

from __future__ import annotations

from checker.rules.errors import RuleError
from checker.rules.syntax import Rule

MOST_WAYS, MOST_LOOKED_AT = 50_000_000, 2_000_000_000
_PER_RUN = 500
"""To run a rule on nothing takes as long as to look at so many values."""


class Effort:
    """Of all rules together: each of them, and each round, may take little and all of them still be too much."""

    def __init__(self) -> None:
        self._looked_at = 0
        self._derived = 0

    def looked_at(self, rule: Rule, values: int) -> None:
        """A rule was run. Raises RuleError where that takes too long."""
        self._looked_at += values + _PER_RUN
        if self._looked_at > MOST_LOOKED_AT:
            raise _too_much(rule, f"with it the rules look at more than {MOST_LOOKED_AT:,} values")

    def derived(self, rule: Rule, ways: int) -> None:
        """A rule gave tuples; what they are derived from is kept. Raises RuleError where that is too much."""
        self._derived += ways
        if self._derived > MOST_WAYS:
            raise _too_much(rule, f"with it the rules derive their tuples in more than {MOST_WAYS:,} ways")


def _too_much(rule: Rule, message: str) -> RuleError:
    return RuleError(f"{message}, which is more than are run; bind more of its variables", rule.place, rule.label)
