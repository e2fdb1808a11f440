"""The problems as code scanning and GitLab read them."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from jsonschema import Draft4Validator, FormatChecker

from checker.findings.finding import Finding
from checker.report.code_quality_report import render_code_quality
from checker.report.escape import url_path
from checker.report.explanations import explain_code
from checker.report.json_report import format_json
from checker.report.result import Result
from checker.report.sarif_report import render_sarif
from tests.report.hostile import hostile_strings, hostile_text, result_of
from tests.report.results import EMPTY, RICH
from tests.report.test_golden import assert_golden

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0-rtm.5.json").read_text())
FORMATS = FormatChecker(formats=["uri", "uri-reference"])
VALIDATOR = Draft4Validator(SCHEMA, format_checker=FORMATS)


def sarif_run(result: Result) -> dict[str, Any]:
    report = json.loads(render_sarif(result))
    VALIDATOR.validate(report)
    (run,) = report["runs"]
    return dict(run)


def with_findings(*findings: Finding) -> Result:
    return replace(EMPTY, findings=findings)


def test_the_formats_of_uris_are_really_checked() -> None:
    assert not VALIDATOR.is_valid(
        {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "informationUri": "a b"}}}]}
    )


def test_the_sarif_of_the_rich_example() -> None:
    run = sarif_run(RICH)
    del run["tool"]["driver"]["rules"]  # docs/findings.md says what they say
    assert_golden("rich.sarif", format_json(run))


def test_a_report_without_problems_is_valid_too() -> None:
    assert sarif_run(EMPTY)["results"] == []


@settings(max_examples=40)
@given(hostile_strings)
def test_hostile_names_give_valid_sarif(strings: list[str]) -> None:
    assert len(sarif_run(result_of(strings)[0])["results"]) == 3


@settings(max_examples=100)
@given(hostile_text)
def test_a_uri_is_relative_and_leads_back_to_the_path(path: str) -> None:
    run = sarif_run(with_findings(Finding("x", "note", "…", path=path)))
    location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert FORMATS.conforms(location["uri"], "uri-reference")
    assert location["uriBaseId"] == "%SRCROOT%"
    if url_path(path) and "\ud800" not in path:
        assert unquote(location["uri"], errors="surrogateescape") == path


def test_a_moved_line_is_no_new_problem_and_two_of_a_kind_are_two() -> None:
    def prints(*findings: Finding) -> list[str]:
        results = sarif_run(with_findings(*findings))["results"]
        return [one["partialFingerprints"]["primaryLocationLineHash"] for one in results]

    first = Finding("destructive", "warning", "a", id="s.t", path="a.sql", line=1)
    assert prints(first) == prints(replace(first, line=9, path="moved.sql", message="b"))
    assert prints(first) != prints(replace(first, id="s.u"))
    assert len(set(prints(first, replace(first, line=2)))) == 2


@pytest.mark.parametrize(("severity", "gitlab"), [("error", "critical"), ("warning", "major"), ("note", "info")])
def test_severities_are_mapped(severity: Any, gitlab: str) -> None:
    result = with_findings(Finding("x", severity, "…"))
    assert sarif_run(result)["results"][0]["level"] == severity
    assert json.loads(render_code_quality(result))[0]["severity"] == gitlab


def test_a_message_cannot_hold_a_link() -> None:
    run = sarif_run(with_findings(Finding("x", "note", "[click](https://evil.example)")))
    assert run["results"][0]["message"]["text"] == r"\[click\](https://evil.example)"


def test_no_more_results_than_are_kept_and_the_rest_is_told() -> None:
    run = sarif_run(with_findings(*(Finding("x", "note", str(number)) for number in range(5_003))))
    assert len(run["results"]) == 5_000
    assert "3 more findings" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


def test_rules_are_explained_by_the_documents() -> None:
    run = sarif_run(with_findings(Finding("parse-error", "error", "…"), Finding("no-friday", "note", "…")))
    own, parse = run["tool"]["driver"]["rules"]
    assert (own["id"], parse["id"]) == ("no-friday", "parse-error")
    assert parse["shortDescription"]["text"] == "A statement could not be read."
    assert "CREATE VIEW" in parse["help"]["markdown"]


def test_every_section_of_the_documents_has_a_title() -> None:
    sections = [line[3:] for line in (ROOT / "docs" / "findings.md").read_text().splitlines() if line.startswith("## ")]
    assert sections
    for code in sections:
        assert 10 < len(explain_code(code).title) < 200
        assert explain_code(code) != explain_code("no-friday")


def test_the_documents_are_installed_with_the_package() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {"docs/findings.md": "checker/docs/findings.md"}


def test_the_code_quality_of_the_rich_example() -> None:
    assert_golden("rich.code-quality.json", render_code_quality(RICH))


@settings(max_examples=40)
@given(hostile_strings)
def test_code_quality_has_what_gitlab_asks_for(strings: list[str]) -> None:
    entries = json.loads(render_code_quality(result_of(strings)[0]))
    assert len({entry["fingerprint"] for entry in entries}) == len(entries) == 3
    for entry in entries:
        assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert isinstance(entry["location"]["lines"]["begin"], int)
