"""The problems as SARIF 2.1.0, for code scanning."""

from __future__ import annotations

from typing import Any

from checker.findings.finding import Finding
from checker.report.escape import url_path, visible, visible_lines
from checker.report.explanations import explain_code
from checker.report.fingerprint import with_fingerprints
from checker.report.json_report import format_json
from checker.report.result import Result

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_MOST_RESULTS = 5_000
"""GitHub keeps no more of one run; the worst come first."""
_NO_PLACE = "checker.toml"
"""GitHub shows no result without a place; what has none is about the whole project."""


def render_sarif(result: Result) -> str:
    """One run, one result per finding, one rule per code."""
    shown = result.findings[:_MOST_RESULTS]
    codes = sorted({finding.code for finding in shown})
    numbers = {code: number for number, code in enumerate(codes)}
    run = {
        "tool": {
            "driver": {
                "name": result.tool.name,
                "semanticVersion": result.tool.version,
                "rules": [_rule(code) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(len(result.findings) - len(shown))],
        "results": [_result(finding, print_, numbers) for finding, print_ in with_fingerprints(shown)],
    }
    return format_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> dict[str, Any]:
    explanation = explain_code(code)
    return {
        "id": visible(code),
        "shortDescription": {"text": explanation.title},
        "help": {"text": explanation.help, "markdown": explanation.help},
    }


def _invocation(left_out: int) -> dict[str, Any]:
    if not left_out:
        return {"executionSuccessful": True}
    message = {"text": f"{left_out:,} more findings are in the JSON report."}
    return {"executionSuccessful": True, "toolExecutionNotifications": [{"level": "note", "message": message}]}


def _result(finding: Finding, fingerprint: str, numbers: dict[str, int]) -> dict[str, Any]:
    text = finding.message + (f"\nFix: {finding.hint}" if finding.hint else "")
    return {
        "ruleId": visible(finding.code),
        "ruleIndex": numbers[finding.code],
        "level": finding.severity,
        "message": {"text": _plain(text)},
        "locations": [{"physicalLocation": _location(finding)}],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint},
    }


def _plain(text: str) -> str:
    """SARIF reads `[text](place)` in messages as a link."""
    shown = visible_lines(text)
    for character in "\\[]":
        shown = shown.replace(character, f"\\{character}")
    return shown


def _location(finding: Finding) -> dict[str, Any]:
    uri = url_path(finding.path) if finding.path else None
    place = {"artifactLocation": {"uri": uri or _NO_PLACE, "uriBaseId": _ROOT}}
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line if finding.end_line and finding.end_line > (finding.line or 0) else None,
    }
    known = {key: value for key, value in region.items() if value is not None and finding.line}
    return place | {"region": known or {"startLine": 1}}
