"""Posting in the job that made the report: whatever GitHub says, there is an outcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.github.checks import write_status
from checker.github.client import GitHub
from checker.github.comment import CommentOptions
from checker.github.event import Event
from checker.github.outcome import PostOutcome
from checker.github.post import attempt, post_comment, previous_stamp
from checker.github.stamp import Stamp, read_stamp
from checker.github.stored import Report
from tests.github.conftest import connect
from tests.github.events import event, pull_request, push
from tests.github.fake import FakeGitHub, Token
from tests.github.fake.state import HEAD

OPTIONS = CommentOptions()
REPORT = Report(body="## Plan\n", head_sha=HEAD, pull_request=7, has_changes=True, digest="1.abc")


@pytest.fixture
def pull(tmp_path: Path) -> Event:
    return event(tmp_path, "pull_request", pull_request(head=HEAD))


def thread(fake: FakeGitHub, number: int) -> list[str]:
    return [one["body"] for one in fake.state.thread("acme/shop", number)]


def test_a_pull_request_gets_its_comment(fake: FakeGitHub, github: GitHub, pull: Event) -> None:
    outcome = post_comment(github, pull, REPORT, OPTIONS)
    (text,) = thread(fake, 7)
    assert text.endswith("-->\n## Plan\n")
    assert read_stamp(text) == Stamp("default", HEAD, 900, 3, "1.abc")
    assert outcome == PostOutcome("posted", url=fake.state.thread("acme/shop", 7)[0]["html_url"])
    assert previous_stamp(github, pull, OPTIONS) == Stamp("default", HEAD, 900, 3, "1.abc")


def test_without_a_pull_request_there_is_nothing_to_comment_on(
    github: GitHub, fake: FakeGitHub, tmp_path: Path
) -> None:
    pushed = event(tmp_path, "push", push("b" * 40, HEAD))
    assert post_comment(github, pushed, REPORT, OPTIONS).status == "skipped"
    assert previous_stamp(github, pushed, OPTIONS) is None
    assert fake.requests == []


def test_switched_off_nothing_is_asked_of_github(fake: FakeGitHub, github: GitHub, pull: Event) -> None:
    assert post_comment(github, pull, REPORT, CommentOptions(when="never")).status == "skipped"
    assert fake.requests == []


def test_a_run_of_an_older_commit_says_nothing(fake: FakeGitHub, github: GitHub, pull: Event) -> None:
    fake.state.add_pull(7, head="f" * 40)
    outcome = post_comment(github, pull, REPORT, OPTIONS)
    assert (outcome.status, "ffffffffffff by now" in outcome.reason) == ("skipped", True)
    assert thread(fake, 7) == []


def test_a_forks_token_is_refused_and_the_reason_told(fake: FakeGitHub, tmp_path: Path) -> None:
    fake.tokens["fork"] = Token(may_write=False)
    forked = event(tmp_path, "pull_request", pull_request(head=HEAD, fork="mallory/shop"))
    with connect(fake, "fork") as github:
        outcome = post_comment(github, forked, REPORT, OPTIONS)
    assert outcome.status == "refused"
    assert outcome.reason.startswith("the pull request comes from a fork, whose token may only read")
    assert "403" in outcome.reason


@pytest.mark.parametrize(
    ("token", "told"),
    [
        (Token(repositories=()), "hidden from this token"),
        (Token(may_write=False), "give the job the permission it needs (issues: write; pull_requests: write)"),
    ],
)
def test_a_token_that_may_not_is_an_outcome_and_no_error(
    fake: FakeGitHub, pull: Event, token: Token, told: str
) -> None:
    fake.tokens["weak"] = token
    with connect(fake, "weak") as github:
        outcome = post_comment(github, pull, REPORT, OPTIONS)
    assert outcome.status == "refused"
    assert told in outcome.reason


def test_a_github_that_is_down_is_an_outcome_and_no_error(fake: FakeGitHub, github: GitHub, pull: Event) -> None:
    for _ in range(10):
        fake.trouble("GET", ".*", 503)
    assert post_comment(github, pull, REPORT, OPTIONS).status == "refused"
    assert previous_stamp(github, pull, OPTIONS) is None


def test_a_report_that_is_too_long_is_an_outcome_and_no_error(fake: FakeGitHub, github: GitHub, pull: Event) -> None:
    long = Report(body="x" * 60_001, head_sha=HEAD, pull_request=7, has_changes=True)
    assert post_comment(github, pull, long, OPTIONS).status == "refused"
    assert thread(fake, 7) == []


def test_only_a_refusal_fails_a_run_and_only_where_that_is_asked_for() -> None:
    refused, skipped, posted = PostOutcome("refused", "no"), PostOutcome("skipped", "no"), PostOutcome("posted")
    assert [one.fails(strict=True) for one in (refused, skipped, posted)] == [True, False, False]
    assert not refused.fails(strict=False)


def test_a_status_that_is_refused_is_an_outcome_too(fake: FakeGitHub, pull: Event) -> None:
    fake.tokens["weak"] = Token(may_write=False)
    with connect(fake, "weak") as github:
        outcome = attempt(
            pull, lambda: write_status(github, "acme/shop", HEAD, state="success", context="checker", text="fine")
        )
    assert outcome.status == "refused"
