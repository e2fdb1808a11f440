"""The entry point as the runner runs it, for each event, against a fake GitHub."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from checker.github.stamp import read_stamp
from tests.action.checkout import CONFIG, EDIT, REFORMAT, Origin, make_origin
from tests.action.step import COMMAND, Done, action, run_step, step_environment
from tests.github.events import environment, pull_request, push, workflow_run
from tests.github.fake import FakeGitHub, Fork
from tests.github.fake.server import TOKEN
from tests.github.fake.state import Token

# Spark's tests share a worker, so that one JVM runs at a time.
spark = pytest.mark.xdist_group("spark")


class Job:
    """A job on an event, in a folder of its own."""

    def __init__(self, folder: Path, fake: FakeGitHub) -> None:
        self.folder = folder
        self._fake = fake

    def run(self, workspace: Path, name: str, payload: object, sha: str, **inputs: str) -> Done:
        told = environment(self.folder, name, payload, sha)
        told |= {"GITHUB_API_URL": self._fake.api, "GITHUB_SERVER_URL": "https://github.com"}
        return run_step(workspace, self.folder / "files", told, **{"token": TOKEN, **inputs})


@pytest.fixture
def job(tmp_path: Path, fake: FakeGitHub) -> Job:
    return Job(tmp_path, fake)


FROZEN = {
    "checker.toml": CONFIG + 'extra_rules = ["policy.dl"]\n',
    "policy.dl": 'keep: Finding("frozen", "error", O, "do not touch") :- ChangedStmt(O).\n',
}
"""A policy that fails every change."""


def on_pull_request(origin: Origin, *, fork: str = "acme/shop", body: str = "") -> dict[str, object]:
    payload = pull_request(base=origin.base, head=origin.head, fork=fork)
    payload["pull_request"]["body"] = body
    return payload


def comments(fake: FakeGitHub, number: int = 7) -> list[str]:
    return [one["body"] for one in fake.state.thread("acme/shop", number)]


@spark
def test_a_pull_request_in_a_shallow_checkout_gets_all_reports(tmp_path: Path, fake: FakeGitHub, job: Job) -> None:
    origin = make_origin(tmp_path / "origin", EDIT, FROZEN)
    fake.state.add_pull(7, head=origin.head)
    workspace = origin.checkout(tmp_path / "workspace", origin.merge)
    payload = on_pull_request(origin, body='Agreed.\n-- checker: allow frozen reason="all have agreed"\n')
    done = job.run(workspace, "pull_request", payload, origin.merge, check_run="SQL", status="sql")
    assert done.code == 0, (done.stdout, done.stderr)
    # The policy of the checkout found something, and the text of the pull request waives it.
    assert (done.outputs["errors"], done.outputs["notes"]) == ("0", "1")
    # Only this pull request shows: the test merge is compared with its first parent.
    assert done.outputs["base-sha"] == origin.base
    assert done.outputs["head-sha"] == origin.merge
    assert (done.outputs["verdict"], done.outputs["changed"], done.outputs["dirty-objects"]) == ("pass", "1", "2")
    (comment,) = comments(fake)
    stamp = read_stamp(comment)
    assert stamp is not None
    assert (stamp.head, stamp.run, stamp.attempt) == (origin.head, 900, 3)
    assert "revenue" in comment
    assert "revenue" in done.summary
    assert done.outputs["comment-status"] == "posted"
    assert done.outputs["comment-left"] == "false"
    report = json.loads((workspace / done.outputs["json"]).read_text())
    assert [one["id"] for one in report["changes"]] == ["postgres.public.paid"]
    for output in ("markdown", "sarif", "plan", "code-quality"):
        assert (workspace / done.outputs[output]).stat().st_size
    assert done.outputs.keys() == action()["outputs"].keys()
    (run,) = fake.state.check_runs.values()
    assert (run["name"], run["head_sha"], run["conclusion"]) == ("SQL", origin.head, "success")
    assert [one["context"] for one in fake.state.statuses] == ["sql"]


@spark
def test_a_forks_report_is_left_in_files_and_posted_by_a_second_job(tmp_path: Path, fake: FakeGitHub, job: Job) -> None:
    broken = {
        "revenue.sql": "CREATE VIEW revenue AS SELECT sum(amount) AS total FROM gone;\n",
        "paid.sql": "SELECT 1;\n",
    }
    origin = make_origin(tmp_path / "origin", broken)
    fake.state.add_pull(8, head=origin.head, fork=Fork("mallory/shop", "change"))
    fake.tokens[TOKEN] = Token(may_write=False)
    workspace = origin.checkout(tmp_path / "workspace", origin.merge)
    payload = on_pull_request(origin, fork="mallory/shop")
    payload["pull_request"]["number"] = 8  # type: ignore[index]
    done = job.run(workspace, "pull_request", payload, origin.merge, fail_on="warning")
    assert done.code == 1, (done.stdout, done.stderr)
    assert done.outputs["verdict"] == "fail"
    assert (done.outputs["comment-status"], done.outputs["comment-left"]) == ("refused", "true")
    posting = [one for one in done.told("warning") if "not posted" in one]
    assert len(posting) == 1
    assert "fork" in posting[0]
    assert "gone" in done.summary
    assert comments(fake, 8) == []

    fake.tokens[TOKEN] = Token()
    later = tmp_path / "later"
    later.mkdir()
    (workspace / "checker-report").rename(later / "checker-report")
    event = workflow_run(head_sha=origin.head, head_repository={"full_name": "mallory/shop"})
    posted = job.run(later, "workflow_run", event, origin.base, mode="post")
    assert posted.code == 0, (posted.stdout, posted.stderr)
    assert posted.outputs["comment-status"] == "posted"
    (comment,) = comments(fake, 8)
    assert "gone" in comment


@spark
def test_on_pull_request_target_the_configuration_is_the_bases(tmp_path: Path, fake: FakeGitHub, job: Job) -> None:
    relaxed = EDIT | {"checker.toml": CONFIG + '[policy]\nfail_on = "never"\n', "policy.dl": ""}
    origin = make_origin(tmp_path / "origin", relaxed, FROZEN)
    fake.state.add_pull(7, head=origin.head, fork=Fork("mallory/shop", "change"))
    # The mistake that people make: head is checked out in a job that may write.
    workspace = origin.checkout(tmp_path / "workspace", origin.head)
    payload = on_pull_request(origin, fork="mallory/shop")
    done = job.run(workspace, "pull_request_target", payload, origin.base)
    assert done.code == 1, (done.stdout, done.stderr)
    assert any("do not touch" in one for one in done.told("error"))
    assert done.outputs["head-sha"] == origin.head
    assert len(comments(fake)) == 1


@spark
def test_a_merge_group_is_checked_and_nobody_is_commented_on(tmp_path: Path, fake: FakeGitHub, job: Job) -> None:
    origin = make_origin(tmp_path / "origin", EDIT)
    workspace = origin.checkout(tmp_path / "workspace", origin.merge)
    payload = {"merge_group": {"base_sha": origin.base, "head_sha": origin.merge}}
    done = job.run(workspace, "merge_group", payload, origin.merge)
    assert done.code == 0, (done.stdout, done.stderr)
    assert (done.outputs["changed"], done.outputs["comment-status"]) == ("1", "skipped")
    assert fake.requests == []


@pytest.mark.parametrize(
    ("name", "before"), [("push", True), ("workflow_dispatch", False), ("schedule", False), ("workflow_run", False)]
)
def test_other_events_find_their_two_commits(
    tmp_path: Path, fake: FakeGitHub, job: Job, name: str, before: bool
) -> None:
    origin = make_origin(tmp_path / "origin", REFORMAT)
    workspace = origin.checkout(tmp_path / "workspace", origin.head)
    payloads = {
        "push": push(origin.base, origin.head),
        "workflow_run": workflow_run(head_sha=origin.head, head_repository={"full_name": "acme/shop"}),
    }
    sha = origin.base if name == "workflow_run" else origin.head
    payload = payloads.get(name, {"repository": {"full_name": "acme/shop", "default_branch": "main"}})
    if before:
        payload["before"] = origin.repository.git("rev-parse", f"{origin.head}~1")
    done = job.run(workspace, name, payload, sha)
    assert done.code == 0, (done.stdout, done.stderr)
    assert done.outputs["head-sha"] == origin.head
    assert done.outputs["base-sha"] == origin.repository.git("rev-parse", f"{origin.head}~1")
    assert done.outputs["changed"] == "0"
    assert "comparing" not in done.stderr, "where no statement differs no JVM is started"
    assert fake.requests == []


def test_a_deleted_branch_leaves_nothing_to_check(tmp_path: Path, job: Job) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    done = job.run(workspace, "push", push("a" * 40, "0" * 40, deleted=True), "b" * 40)
    assert (done.code, done.outputs["verdict"]) == (0, "pass")
    assert "deleted" in done.summary


def test_a_workspace_of_another_user_is_read_without_touching_gits_configuration(
    tmp_path: Path, fake: FakeGitHub, job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    origin = make_origin(tmp_path / "origin", REFORMAT)
    fake.state.add_pull(7, head=origin.head)
    workspace = origin.checkout(tmp_path / "workspace", origin.merge, depth=0)
    if os.geteuid() == 0:
        for path in (workspace, *workspace.rglob("*")):
            os.chown(path, 54321, 54321, follow_symlinks=False)
    else:
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    settings = tmp_path / "gitconfig"
    settings.write_text("")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    done = job.run(workspace, "pull_request", on_pull_request(origin), origin.merge, comment="always")
    assert done.code == 0, (done.stdout, done.stderr)
    assert len(comments(fake)) == 1
    assert settings.read_text() == ""


def test_where_nothing_is_to_be_told_no_comment_is_made(tmp_path: Path, fake: FakeGitHub, job: Job) -> None:
    origin = make_origin(tmp_path / "origin", REFORMAT)
    fake.state.add_pull(7, head=origin.head)
    workspace = origin.checkout(tmp_path / "workspace", origin.merge)
    done = job.run(workspace, "pull_request", on_pull_request(origin), origin.merge)
    assert (done.code, done.outputs["comment-status"]) == (0, "skipped")
    assert done.outputs["comment-left"] == "false"
    assert done.summary
    assert comments(fake) == []
    assert "No SQL statement changed · 1 file only reformatted" in done.summary


def test_a_comment_that_is_left_to_a_second_job_is_told_of(tmp_path: Path, fake: FakeGitHub, job: Job) -> None:
    origin = make_origin(tmp_path / "origin", REFORMAT)
    workspace = origin.checkout(tmp_path / "workspace", origin.merge)
    fake.state.add_pull(7, head=origin.head)
    done = job.run(workspace, "pull_request", on_pull_request(origin), origin.merge, comment="never")
    assert (done.code, done.outputs["comment-status"]) == (0, "skipped")
    assert done.outputs["comment-left"] == "true"


def test_a_failure_to_post_fails_the_step_only_where_that_is_asked_for(
    tmp_path: Path, fake: FakeGitHub, job: Job
) -> None:
    origin = make_origin(tmp_path / "origin", REFORMAT)
    workspace = origin.checkout(tmp_path / "workspace", origin.merge)
    fake.state.add_pull(7, head=origin.head)
    fake.tokens[TOKEN] = Token(may_write=False)
    asked = {"comment": "always", "fail_on_post_error": "true"}
    done = job.run(workspace, "pull_request", on_pull_request(origin), origin.merge, **asked)
    assert done.code == 2
    assert done.outputs["verdict"] == "pass"
    assert len([one for one in done.told("error") if "not posted" in one]) == 1


@spark
def test_a_cancelled_run_says_so_and_leaves_nothing_behind(tmp_path: Path) -> None:
    origin = make_origin(tmp_path / "origin", EDIT)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    event = environment(tmp_path, "pull_request", on_pull_request(origin), origin.merge, TMPDIR=str(scratch))
    given = step_environment(origin.checkout(tmp_path / "workspace", origin.merge), tmp_path / "files", event)
    step = subprocess.Popen(COMMAND, cwd=tmp_path, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not any(scratch.iterdir()):
        assert step.poll() is None
        time.sleep(0.05)
    step.terminate()
    stdout, stderr = step.communicate(timeout=120)
    assert step.returncode == 130
    assert stdout == "::error title=checker could not run::interrupted\n"
    assert "Traceback" not in stderr
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        ({"fail_on": "sometimes"}, "input fail-on: must be"),
        ({"annotations": "maybe"}, "input annotations: must be true or false"),
        ({"path": "../elsewhere"}, "input path: must lie inside the workspace"),
        ({"comment_id": "a b"}, "cannot be the id of a comment"),
        ({"dialect": "klingon"}, "unknown dialect"),
    ],
)
def test_what_cannot_be_used_is_one_line_in_the_log_and_on_the_page(
    tmp_path: Path, job: Job, fake: FakeGitHub, inputs: dict[str, str], told: str
) -> None:
    origin = make_origin(tmp_path / "origin", REFORMAT)
    fake.state.add_pull(7, head=origin.head)
    workspace = origin.checkout(tmp_path / "workspace", origin.merge)
    done = job.run(workspace, "pull_request", on_pull_request(origin), origin.merge, **inputs)
    assert done.code == 2, (done.stdout, done.stderr)
    (line,) = done.told("error")
    assert told in line
    assert "could not run" in done.summary


def test_without_a_checkout_the_step_that_is_missing_is_named(tmp_path: Path, job: Job) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    done = job.run(workspace, "merge_group", {"merge_group": {"base_sha": "a" * 40, "head_sha": "b" * 40}}, "b" * 40)
    assert done.code == 2
    assert "actions/checkout" in done.told("error")[0]


def test_outside_of_actions_two_commits_are_enough(tmp_path: Path) -> None:
    origin = make_origin(tmp_path / "origin", REFORMAT)
    outside = {"GITHUB_ACTIONS": "", "GITHUB_WORKSPACE": ""}
    done = run_step(origin.repository.folder, tmp_path / "files", outside, base="change~1", head="change")
    assert done.code == 0, (done.stdout, done.stderr)
    assert done.commands == []
    assert done.stdout.startswith("PASS")
    done = run_step(origin.repository.folder, tmp_path / "files", outside, base="nowhere", head="change")
    assert done.code == 2
    assert done.stderr.splitlines()[-1].startswith("checker: no such revision: 'nowhere'")
