"""Waivers: which findings they cover, and when they count."""

from __future__ import annotations

import datetime as dt

import pytest

from checker.findings.finding import Finding
from checker.findings.waivers import Waiver, waivers_in_files, waivers_in_settings, waivers_in_text, with_waivers
from checker.settings import Settings
from checker.settings import Waiver as Configured
from tests.objects import read_texts

_TODAY = dt.date(2026, 11, 18)
_LOSS = Finding("destructive", "warning", "t is dropped", "…", id="postgres.public.t", path="a.sql", line=3)


def outcome(waivers: list[Waiver], finding: Finding = _LOSS) -> list[tuple[str, str]]:
    return [(one.code, one.severity) for one in with_waivers([finding], waivers, _TODAY, {"a.sql"})]


def in_sql(text: str) -> list[Waiver]:
    return list(waivers_in_files(read_texts({"a.sql": text}, Settings(dialect="postgres"))))


@pytest.mark.parametrize(
    "text",
    [
        'SELECT 1;\n-- checker: allow destructive reason="archived"\nDROP TABLE t;',
        'SELECT 1;\n\nDROP TABLE t; -- checker: allow destructive until 2026-11-18 reason="archived"',
        'SELECT 1;\n/* checker: allow destructive reason="archived" */\nDROP TABLE t;',
        'SELECT 1;\n\nDROP TABLE -- checker: allow destructive reason="archived"\n t;',
    ],
    ids=["above", "behind, until today", "block", "within"],
)
def test_a_comment_waives_the_findings_of_its_statement(text: str) -> None:
    assert outcome(in_sql(text)) == [("destructive", "note")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\n\nDROP TABLE t; -- checker: allow destructive", [("destructive", "warning"), ("stale-waiver", "note")]),
        (
            '\n\nDROP TABLE t; -- checker: allow destructive until 2026-11-17 reason="x"',
            [("destructive", "warning"), ("stale-waiver", "note")],
        ),
        (
            '\n\nDROP TABLE t; -- checker: allow destructive until 2026-13-40 reason="x"',
            [("destructive", "warning"), ("stale-waiver", "note")],
        ),
        (
            '\n\nDROP TABLE t; -- checker: allow cycle reason="x"',
            [("destructive", "warning"), ("stale-waiver", "note")],
        ),
        ("SELECT '-- checker: allow destructive reason=\"x\"';\n\nDROP TABLE t;", [("destructive", "warning")]),
        ('DROP TABLE u; -- checker: allow destructive reason="x"\n\nDROP TABLE t;',
         [("destructive", "warning"), ("stale-waiver", "note")]),
    ],
    ids=["no reason", "ended", "no date", "another code", "in a string", "another statement"],
)  # fmt: skip
def test_what_does_not_count_waives_nothing_and_is_told(text: str, expected: list[tuple[str, str]]) -> None:
    assert outcome(in_sql(text)) == expected


def test_a_comment_covers_findings_about_its_object_wherever_they_point() -> None:
    elsewhere = Finding("destructive", "warning", "…", id="postgres.public.t", path="other.sql", line=9)
    assert outcome(in_sql('-- checker: allow destructive reason="x"\nCREATE TABLE t (a int);'), elsewhere) == [
        ("destructive", "note")
    ]


@pytest.mark.parametrize(("pattern", "covered"), [("postgres.public.*", True), ("*", True), ("other.*", False)])
def test_the_configuration_waives_by_pattern(pattern: str, covered: bool) -> None:
    waivers = list(waivers_in_settings([Configured(code="destructive", object=pattern, reason="agreed")]))
    assert (outcome(waivers)[0][1] == "note") is covered


def test_the_text_of_a_pull_request_waives() -> None:
    assert outcome(list(waivers_in_text('Hello\n\nchecker: allow destructive reason="agreed"\n')))[0][1] == "note"


def test_only_the_configuration_waives_what_the_policy_forbids() -> None:
    forbidden = Finding("protected", "error", "t becomes dirty", id="postgres.public.t", path="a.sql", line=3)
    line = '-- checker: allow protected reason="trust me"'
    refused = [("protected", "error"), ("stale-waiver", "note")]
    assert outcome(in_sql(f"SELECT 1;\n{line}\nDROP TABLE t;"), forbidden) == refused
    assert outcome(list(waivers_in_text(line)), forbidden) == refused
    configured = Configured(code="protected", object="*.t", reason="its owners agree")
    assert outcome(list(waivers_in_settings([configured])), forbidden) == [("protected", "note")]


def test_a_waived_finding_says_why_and_until_when() -> None:
    waiver = Waiver("destructive", "agreed", dt.date(2027, 1, 31))
    (found,) = with_waivers([_LOSS], [waiver], _TODAY, set())
    assert found.message == "t is dropped (waived until 2027-01-31: agreed)"


def test_comments_in_files_that_nobody_touched_are_not_called_stale() -> None:
    waivers = in_sql('DROP TABLE u; -- checker: allow destructive reason="x"')
    assert [one.code for one in with_waivers([], waivers, _TODAY, set())] == []
