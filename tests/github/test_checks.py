"""Check runs and statuses, within what GitHub takes."""

from __future__ import annotations

from typing import Any

import pytest

from checker.findings.finding import Finding
from checker.github.checks import MOST_ANNOTATIONS, CheckRun, write_check_run, write_status
from checker.github.client import GitHub
from checker.github.errors import Denied, GitHubError, Unreachable
from checker.github.retry import MOST_TRIES
from tests.github.conftest import connect
from tests.github.fake import FakeGitHub, Token
from tests.github.fake.server import Trouble
from tests.github.fake.state import HEAD, Answer


def findings(number: int) -> tuple[Finding, ...]:
    return tuple(Finding("cycle", "error", f"cycle {n}", path="a.sql", line=n + 1) for n in range(number))


def run(found: tuple[Finding, ...] = (), **other: Any) -> CheckRun:
    given = {"name": "checker", "head_sha": HEAD, "conclusion": "failure", "title": "1 problem", "summary": "s"}
    return CheckRun(**given | other, findings=found)


def only(fake: FakeGitHub) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    ((identifier, made),) = fake.state.check_runs.items()
    return made, fake.state.annotations[identifier]


@pytest.mark.parametrize(("number", "requests"), [(0, 1), (1, 1), (50, 1), (51, 2), (100, 2), (101, 3)])
def test_annotations_go_out_fifty_at_a_time_and_all_arrive(
    fake: FakeGitHub, github: GitHub, number: int, requests: int
) -> None:
    outcome = write_check_run(github, "acme/shop", run(findings(number), details_url="https://github.com/x"))
    made, annotations = only(fake)
    assert [one["message"] for one in annotations] == [f"cycle {n}" for n in range(number)]
    assert len(fake.requests) == requests
    assert (made["conclusion"], made["status"], made["head_sha"]) == ("failure", "completed", HEAD)
    assert made["output"]["annotations_count"] == number
    assert outcome.url == made["html_url"]


def test_there_is_an_end_to_annotations_and_the_worst_are_shown(fake: FakeGitHub, github: GitHub) -> None:
    notes = tuple(
        Finding("unknown-statement", "note", str(n), path="a.sql", line=n + 1) for n in range(MOST_ANNOTATIONS)
    )
    write_check_run(github, "acme/shop", run(notes + findings(3)))
    _, annotations = only(fake)
    assert len(annotations) == MOST_ANNOTATIONS
    assert [one["annotation_level"] for one in annotations[:4]] == ["failure", "failure", "failure", "notice"]


@pytest.mark.parametrize("answer", [None, Answer(502, {})])
def test_annotations_whose_answer_is_lost_are_not_doubled(
    fake: FakeGitHub, github: GitHub, answer: Answer | None
) -> None:
    fake.troubles.append(Trouble("PATCH", ".*", answer, is_done=True))
    write_check_run(github, "acme/shop", run(findings(120)))
    assert len(only(fake)[1]) == 120


@pytest.mark.parametrize("answer", [None, Answer(502, {})])
def test_annotations_that_were_not_taken_are_sent_again(
    fake: FakeGitHub, github: GitHub, answer: Answer | None
) -> None:
    fake.troubles.append(Trouble("PATCH", ".*", answer))
    write_check_run(github, "acme/shop", run(findings(120)))
    assert len(only(fake)[1]) == 120


def test_tries_to_add_annotations_end(fake: FakeGitHub, github: GitHub) -> None:
    fake.troubles += [Trouble("PATCH", ".*", Answer(502, {})) for _ in range(MOST_TRIES)]
    with pytest.raises(Unreachable):
        write_check_run(github, "acme/shop", run(findings(51)))
    assert fake.slept == [1, 2, 4, 8]


def test_hostile_findings_are_within_what_github_takes(fake: FakeGitHub, github: GitHub) -> None:
    hostile = (
        Finding("x" * 300, "error", "😀\x1b[31m\n" + "é" * 100_000, path="a\udcff.sql", line=None, column=3),
        Finding("b", "warning", "several lines", hint="do", path="b.sql", line=9, column=2, end_line=12),
        Finding("c", "note", "ends before it starts", path="c.sql", line=9, column=2, end_line=3),
        Finding("d", "error", "nowhere"),
    )
    write_check_run(github, "acme/shop", run(hostile, title="😀" * 300, summary="plan 😀"))
    made, (first, second, third) = only(fake)
    assert first["message"].startswith(r"\U0001f600\x1b[31m\n")
    assert first["path"] == r"a\udcff.sql"
    assert (first["start_line"], first["start_column"]) == (1, 3)
    assert (second["end_line"], second["message"]) == (12, "several lines\ndo")
    assert (third["start_line"], third["end_line"]) == (9, 9)
    assert made["output"]["summary"] == "plan &#128512;"


def test_a_summary_that_is_too_long_is_refused_before_it_is_sent(fake: FakeGitHub, github: GitHub) -> None:
    with pytest.raises(GitHubError, match="65,535 bytes"):
        write_check_run(github, "acme/shop", run(summary="x" * 65_536))
    with pytest.raises(GitHubError, match="65,535 bytes"):
        write_check_run(github, "acme/shop", run(summary="😀" * 10_000))
    assert fake.requests == []


def test_a_users_token_may_not_write_check_runs_but_a_status(fake: FakeGitHub) -> None:
    fake.tokens["pat"] = Token(login="ann", is_app=False)
    with connect(fake, "pat") as github:
        with pytest.raises(Denied, match="GitHub App"):
            write_check_run(github, "acme/shop", run())
        write_status(github, "acme/shop", HEAD, state="failure", context="checker", text="x" * 200, url="https://g/x")
    (status,) = fake.state.statuses
    assert (status["sha"], status["state"], status["context"]) == (HEAD, "failure", "checker")
    assert status["description"] == "x" * 139 + "…"


def test_a_status_is_asked_again_after_a_server_error(fake: FakeGitHub, github: GitHub) -> None:
    fake.trouble("POST", ".*", 502)
    write_status(github, "acme/shop", HEAD, state="success", context="checker", text="0 to redeploy")
    assert len(fake.state.statuses) == 1
