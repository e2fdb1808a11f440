"""`checker post` as a command; what it believes is tested with checker.github.post."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.__main__ import main
from checker.github.stored import Report, write_report
from tests.github.conftest import fake, no_proxy  # noqa: F401 - fixtures
from tests.github.events import environment, pull_request, workflow_run
from tests.github.fake import FakeGitHub, Fork
from tests.github.fake.server import TOKEN
from tests.github.fake.state import HEAD


@pytest.fixture
def folder(tmp_path: Path, fake: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: F811
    """A report of a fork's pull request 8, in a job that may post it."""
    fake.state.add_pull(8, fork=Fork("mallory/shop", "change"))
    for name, value in environment(tmp_path, "workflow_run", workflow_run(head_sha=HEAD)).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GITHUB_API_URL", fake.api)
    monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
    write_report(tmp_path / "r", Report(body="## Plan\n", head_sha=HEAD, pull_request=8, has_changes=True))
    return tmp_path / "r"


def test_a_report_is_posted(folder: Path, fake: FakeGitHub, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811
    assert main(["post", "--report", str(folder)]) == 0
    assert len(fake.state.thread("acme/shop", 8)) == 1
    assert "comment posted https://github.com/acme/shop/pull/8#issuecomment-" in capsys.readouterr().err


def test_a_refusal_is_one_line(folder: Path, fake: FakeGitHub, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811
    (folder / "comment.md").write_text("Dear @everyone")
    assert main(["post", "--report", str(folder)]) == 2
    assert capsys.readouterr().err == (
        "checker: the report was not posted: the report calls people or issues by @name or #number\n"
    )
    assert fake.state.thread("acme/shop", 8) == []


def test_without_a_token_or_an_event_it_says_what_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GITHUB_TOKEN")
    assert main(["post", "--report", str(folder)]) == 2
    monkeypatch.delenv("GITHUB_EVENT_NAME")
    assert main(["post", "--report", str(folder)]) == 2
    told = capsys.readouterr().err
    assert "set GITHUB_TOKEN" in told
    assert "workflow_run" in told


def test_another_event_posts_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in environment(tmp_path, "pull_request", pull_request()).items():
        monkeypatch.setenv(name, value)
    assert main(["post", "--report", str(folder)]) == 2
    assert "after a workflow_run event" in capsys.readouterr().err
