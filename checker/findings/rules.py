"""Findings that a team's own rules derive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from checker.findings.finding import Finding, Severity
from checker.rules.answers import Answers
from checker.rules.wording import plain_id


def rule_findings(answers: Answers) -> Iterator[Finding]:
    """Finding(code, severity, object, message), at the object's place where it has one."""
    for one in answers.of("Finding"):
        code, severity, value, message = map(str, one.values)
        place = answers.places.get(value)
        yield Finding(
            code,
            cast(Severity, severity),
            message,
            id=plain_id(value) or None,
            path=place.path if place else None,
            line=place.line if place else None,
        )
