"""Findings about the steps of a plan: what loses data, and what nobody will carry out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.findings.finding import Finding
from checker.plan.operation import PlanProblem


def plan_findings(problems: Iterable[PlanProblem]) -> Iterator[Finding]:
    """Warnings, each at the object's statement."""
    for problem in problems:
        subject = problem.subject
        yield Finding(
            problem.code,
            "warning",
            problem.message,
            problem.hint,
            id=subject.id,
            path=subject.path,
            line=subject.line,
        )
