"""The problems as GitLab's code quality report."""

from __future__ import annotations

from typing import Any

from checker.findings.finding import Finding
from checker.report.escape import visible
from checker.report.fingerprint import with_fingerprints
from checker.report.json_report import format_json
from checker.report.result import Result

_SEVERITIES = {"error": "critical", "warning": "major", "note": "info"}


def render_code_quality(result: Result) -> str:
    """One entry per finding; GitLab shows those whose fingerprint is new."""
    return format_json([_entry(finding, print_) for finding, print_ in with_fingerprints(result.findings)])


def _entry(finding: Finding, fingerprint: str) -> dict[str, Any]:
    return {
        "description": visible(finding.message + (f" Fix: {finding.hint}" if finding.hint else "")),
        "check_name": visible(finding.code),
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": visible(finding.path or "checker.toml"), "lines": {"begin": finding.line or 1}},
    }
