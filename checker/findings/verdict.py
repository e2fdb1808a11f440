"""Findings → pass or fail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from checker.findings.finding import SEVERITIES, Finding


def judge(findings: Iterable[Finding], fail_on: str) -> Literal["pass", "fail"]:
    """Fail where a finding is as severe as `fail_on`, or more.

    >>> judge([Finding("x", "warning", "…")], "error"), judge([Finding("x", "warning", "…")], "warning")
    ('pass', 'fail')
    """
    if fail_on == "never":
        return "pass"
    blocking = SEVERITIES[: SEVERITIES.index("error" if fail_on == "error" else "warning") + 1]
    return "fail" if any(finding.severity in blocking for finding in findings) else "pass"
