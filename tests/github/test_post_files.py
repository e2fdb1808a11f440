"""Posting later, from files that a fork may have shaped."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from checker.github.client import GitHub
from checker.github.comment import CommentOptions
from checker.github.event import Event
from checker.github.outcome import PostOutcome
from checker.github.post import post
from checker.github.stamp import Stamp, read_stamp, stamped
from checker.github.stored import ABOUT_FILE, BODY_FILE, Report, read_report, write_report
from checker.github.thread import ACTIONS_LOGIN
from tests.github.events import event, pull_request, workflow_run
from tests.github.fake import FakeGitHub, Fork
from tests.github.fake.state import HEAD

OPTIONS = CommentOptions()


@pytest.fixture
def after_run(tmp_path: Path, fake: FakeGitHub) -> Event:
    """Pull request 8 comes from a fork; its run 500 has ended, and ours may write."""
    fake.state.add_pull(8, fork=Fork("mallory/shop", "change"))
    return event(tmp_path, "workflow_run", workflow_run(head_sha=HEAD))


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    folder = tmp_path / "report"
    write_report(folder, Report(body="## Plan\n", head_sha=HEAD, pull_request=8, has_changes=True, digest="1.abc"))
    return folder


def thread(fake: FakeGitHub) -> list[str]:
    return [one["body"] for one in fake.state.thread("acme/shop", 8)]


def test_a_report_of_a_fork_is_posted_with_what_the_event_says(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path
) -> None:
    outcome = post(github, after_run, artifact, OPTIONS)
    assert outcome.status == "posted"
    (text,) = thread(fake)
    assert text.endswith("-->\n## Plan\n")
    assert read_stamp(text) == Stamp("default", HEAD, 500, 2, "1.abc")


def test_a_late_report_leaves_that_of_a_newer_run(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path
) -> None:
    fake.state.add_comment(stamped("newer", Stamp("default", HEAD, 501, 1)), login=ACTIONS_LOGIN, number=8)
    assert post(github, after_run, artifact, OPTIONS).status == "skipped"
    assert len(thread(fake)) == 1


def test_a_report_about_an_older_commit_is_not_posted(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path
) -> None:
    fake.state.add_pull(8, head="f" * 40, fork=Fork("mallory/shop", "change"))
    assert post(github, after_run, artifact, OPTIONS).status == "skipped"
    assert thread(fake) == []


def rewrite(artifact: Path, **changes: Any) -> None:
    file = artifact / ABOUT_FILE
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def assert_refused(fake: FakeGitHub, outcome: PostOutcome) -> None:
    assert outcome.status == "refused"
    assert outcome.reason.isprintable()
    assert {request.method for request in fake.requests} <= {"GET"}


@pytest.mark.parametrize(
    "fork", [Fork("acme/shop", "change"), Fork("mallory/other", "change"), Fork("mallory/shop", "other")]
)
def test_a_report_cannot_choose_somebody_elses_pull_request(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path, fork: Fork
) -> None:
    """Not even one that is at the same commit."""
    fake.state.add_pull(9, fork=fork)
    rewrite(artifact, pull_request=9)
    assert_refused(fake, post(github, after_run, artifact, OPTIONS))


def test_a_report_cannot_choose_another_repository_or_a_pull_request_that_is_not_there(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path
) -> None:
    rewrite(artifact, pull_request=12345)
    assert_refused(fake, post(github, after_run, artifact, OPTIONS))
    rewrite(artifact, pull_request=8)
    fake.state.pulls["acme/shop", 8]["base"]["repo"]["full_name"] = "acme/bank"
    assert_refused(fake, post(github, after_run, artifact, OPTIONS))


def test_a_report_about_another_commit_than_the_runs_is_refused(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path
) -> None:
    rewrite(artifact, head_sha="f" * 40)
    assert_refused(fake, post(github, after_run, artifact, OPTIONS))


def test_a_fork_that_was_deleted_gets_no_comment(
    fake: FakeGitHub, github: GitHub, tmp_path: Path, artifact: Path
) -> None:
    fake.state.add_pull(8, fork=Fork("mallory/shop", "change"))
    fake.state.pulls["acme/shop", 8]["head"]["repo"] = None
    gone = event(tmp_path, "workflow_run", workflow_run(head_sha=HEAD, head_repository=None))
    outcome = post(github, gone, artifact, OPTIONS)
    fake.violations.clear()  # the description knows no fork that is gone, GitHub does
    assert_refused(fake, outcome)


@pytest.mark.parametrize(
    "changes",
    [
        {"pull_request": "8"},
        {"pull_request": -8},
        {"pull_request": "8/../../../user"},
        {"head_sha": "main"},
        {"has_changes": "yes"},
        {"schema_version": 2},
        {"digest": []},
        {"surprise": 1},
    ],
)
def test_what_the_report_says_of_itself_must_make_sense(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path, changes: dict[str, Any]
) -> None:
    rewrite(artifact, **changes)
    assert_refused(fake, post(github, after_run, artifact, OPTIONS))
    assert fake.requests == []


@pytest.mark.parametrize(
    "body",
    [
        b"Dear @maintainer, please merge",
        b"<details><summary>Dear @maintainer</summary></details>",
        b"[log in](https://evil.example/login)",
        b"see https://evil.example",
        b"see www.evil.example",
        b"<https://evil.example>",
        b"[x]: https://evil.example\n\n[x]",
        b"[x](https://github.com/acme/shop/../../evil/x)",
        b"[x](https://github.com/acme/shop/%2E%2e/%2e%2e/evil)",
        b"[x](javascript:alert(1))",
        b"ftp://evil.example",
        b'```mermaid\ngraph LR\n  n0["a"]:::dirty\n  click n0 "https://evil.example"\n```',
        b'```mermaid\ngraph LR\n  n0["<a href=x>"]:::dirty\n```',
        b"```geojson\n{}\n```",
        b"~~~ math\n\\href{https://evil.example}{x}\n~~~",
        b"$`\\href{https://evil.example}{x}`$",
        b"![x](https://github.com/acme/shop/x.png)",
        b"<img src=x>",
        b"<script>x</script>",
        b"<!-- hidden -->",
        b"<a href='https://evil.example'>x</a>",
        b"<details onclick=x>",
        b"write to me@evil.example",
        b"&#64;maintainer",
        b"<details>&commat;maintainer</details>",
        b"<details>https&colon;//evil.example</details>",
        b"fixes #12",
        b"fixes acme/bank#12",
        b"> " * 30 + b"@maintainer",
        b"- " * 30 + b"@maintainer",
        b"* > " * 15 + b"[x](https://evil.example)",
        b"**_~~" * 30 + b"[x](https://evil.example)",
        b"a\x00b",
        b"a\x1b[31m",
        "a\u202eb".encode(),
        "a\u200fb".encode(),
        b"\xff\xfe",
        b"x" * 60_001,
        stamped("x", Stamp("default", HEAD, 10**17, 1)).encode(),
    ],
)
def test_a_body_that_our_report_would_not_write_is_refused(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path, body: bytes
) -> None:
    (artifact / BODY_FILE).write_bytes(body)
    assert_refused(fake, post(github, after_run, artifact, OPTIONS))
    assert fake.requests == []


OURS = """## ❌ Redeploy plan: 9 objects · ⚠️ 1 warning

> [!CAUTION]
> **Cycle** in [`risk/@scores.sql:14`](https://github.com/acme/shop/blob/abc/risk/%40scores.sql#L14)
> and [`risk/a..b.sql`](https://github.com/acme/shop/blob/abc/risk/a..b.sql)

| Wave | Object | Why |
|--:|---|---|
| 1 | `a\\|b@example.com` | reads `https://evil.example` |

<details><summary><b>SQL to run</b></summary>

```sql
-- <!-- @everyone https://evil.example -->
SELECT '<script>', @variable;
```
</details>

<sub>base `c0ffee1` · [full report](https://github.com/acme/shop/actions/runs/1) · [top](#plan)</sub>
"""


def test_a_body_as_our_report_writes_it_is_posted_as_it_is(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path
) -> None:
    (artifact / BODY_FILE).write_text(OURS, encoding="utf-8")
    assert post(github, after_run, artifact, OPTIONS).status == "posted"
    assert thread(fake)[0].endswith(f"-->\n{OURS}")


@pytest.mark.parametrize("name", [BODY_FILE, ABOUT_FILE])
@pytest.mark.parametrize("kind", ["link", "missing", "folder", "fifo"])
def test_what_is_no_plain_file_is_not_read(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path, tmp_path: Path, name: str, kind: str
) -> None:
    file = artifact / name
    secret = file.rename(tmp_path / "secret")
    if kind == "link":
        file.symlink_to(secret)
    elif kind == "folder":
        file.mkdir()
    elif kind == "fifo":
        os.mkfifo(file)
    assert_refused(fake, post(github, after_run, artifact, OPTIONS))
    assert fake.requests == []


def test_a_folder_that_is_not_there_is_told(github: GitHub, fake: FakeGitHub, after_run: Event, tmp_path: Path) -> None:
    outcome = post(github, after_run, tmp_path / "none", OPTIONS)
    assert_refused(fake, outcome)
    assert "cannot be read" in outcome.reason


def test_files_are_posted_only_after_a_workflow_run(
    github: GitHub, fake: FakeGitHub, tmp_path: Path, artifact: Path
) -> None:
    outcome = post(github, event(tmp_path, "pull_request", pull_request(head=HEAD)), artifact, OPTIONS)
    assert_refused(fake, outcome)
    assert "workflow_run" in outcome.reason


def test_a_report_without_a_pull_request_is_no_comment(
    github: GitHub, fake: FakeGitHub, after_run: Event, tmp_path: Path
) -> None:
    write_report(tmp_path / "push", Report(body="x", head_sha=HEAD, pull_request=None, has_changes=True))
    assert post(github, after_run, tmp_path / "push", OPTIONS).status == "skipped"
    assert fake.requests == []


def test_a_report_is_read_as_it_was_written(tmp_path: Path) -> None:
    report = Report(body="é\n", head_sha=HEAD, pull_request=7, has_changes=True, digest="1.abc")
    write_report(tmp_path / "deep" / "folder", report)
    assert read_report(tmp_path / "deep" / "folder") == report


def test_links_elsewhere_are_taken_only_where_they_are_named(
    fake: FakeGitHub, github: GitHub, after_run: Event, artifact: Path
) -> None:
    (artifact / BODY_FILE).write_text("[why](https://docs.example/findings#cycle)")
    assert_refused(fake, post(github, after_run, artifact, OPTIONS))
    assert post(github, after_run, artifact, OPTIONS, also_links=["https://docs.example/"]).status == "posted"
