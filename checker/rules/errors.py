"""What is wrong with a program, and where."""

from __future__ import annotations

from checker.errors import ConfigurationError
from checker.rules.syntax import Place


class RuleError(ConfigurationError):
    """A program that cannot be run; the message names file, line and rule."""

    def __init__(self, message: str, place: Place, rule: str = "") -> None:
        within = f"rule {rule!r}: " if rule else ""
        super().__init__(f"{place}: {within}{message}")
