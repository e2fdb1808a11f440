"""Which commits an event compares, and whom it is told to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.github import event as module
from checker.github.event import (
    CheckedRun,
    Direct,
    Event,
    EventError,
    Nothing,
    OfPullRequest,
    SinceBranch,
    read_event,
)
from tests.github.events import BASE, HEAD, MERGE, REPOSITORY, ZERO, environment, pull_request, push, workflow_run


def read(folder: Path, name: str, payload: object, sha: str = MERGE, **other: str) -> Event:
    found = read_event(environment(folder, name, payload, sha, **other))
    assert found is not None
    return found


def test_outside_of_actions_there_is_no_event() -> None:
    assert read_event({}) is None
    assert read_event({"GITHUB_EVENT_NAME": ""}) is None


def test_a_pull_request_is_compared_by_its_test_merge(tmp_path: Path) -> None:
    event = read(tmp_path, "pull_request", pull_request())
    assert event.comparison == OfPullRequest(BASE, HEAD, MERGE)
    assert (event.comment_on, event.from_fork, event.repository) == (7, False, "acme/shop")
    assert (event.run, event.attempt, event.head_sha) == (900, 3, HEAD)
    assert event.run_url == "https://github.com/acme/shop/actions/runs/900"


def test_an_enterprise_server_has_its_own_address(tmp_path: Path) -> None:
    event = read(tmp_path, "pull_request", pull_request(), GITHUB_SERVER_URL="https://git.acme.example/")
    assert event.repository_url == "https://git.acme.example/acme/shop"


def test_on_pull_request_target_the_sha_of_the_runner_is_not_taken_for_a_merge(tmp_path: Path) -> None:
    event = read(tmp_path, "pull_request_target", pull_request(fork="mallory/shop"), sha=BASE)
    assert event.comparison == OfPullRequest(BASE, HEAD, None)
    assert (event.comment_on, event.from_fork) == (7, True)


@pytest.mark.parametrize(
    ("fork", "is_fork"), [("acme/shop", False), ("Acme/Shop", False), ("mallory/shop", True), (None, True)]
)
def test_a_fork_is_another_repository_or_one_that_is_gone(tmp_path: Path, fork: str | None, is_fork: bool) -> None:
    assert read(tmp_path, "pull_request", pull_request(fork=fork)).from_fork is is_fork


def test_a_push_is_compared_with_what_was_there(tmp_path: Path) -> None:
    event = read(tmp_path, "push", push(BASE, HEAD), sha=HEAD)
    assert event.comparison == Direct(BASE, HEAD)
    assert event.comment_on is None


def test_a_forced_push_may_have_lost_what_was_there(tmp_path: Path) -> None:
    assert read(tmp_path, "push", push(BASE, HEAD, forced=True), sha=HEAD).comparison == Direct(BASE, HEAD, "main")


@pytest.mark.parametrize("zero", [ZERO, "0" * 64])
def test_a_new_branch_is_compared_with_the_default_branch(tmp_path: Path, zero: str) -> None:
    assert read(tmp_path, "push", push(zero, HEAD), sha=HEAD).comparison == SinceBranch(HEAD, "main")


@pytest.mark.parametrize("payload", [push(BASE, ZERO), push(BASE, ZERO, deleted=True), push(BASE, HEAD, deleted=True)])
def test_a_deleted_branch_has_nothing_to_check(tmp_path: Path, payload: dict[str, Any]) -> None:
    event = read(tmp_path, "push", payload)
    assert isinstance(event.comparison, Nothing)
    assert event.head_sha is None


def test_a_merge_group_names_its_commits_and_no_pull_request(tmp_path: Path) -> None:
    payload = {"merge_group": {"base_sha": BASE, "head_sha": HEAD, "head_ref": "refs/heads/gh-readonly-queue/main/x"}}
    event = read(tmp_path, "merge_group", payload, sha=HEAD)
    assert event.comparison == Direct(BASE, HEAD)
    assert event.comment_on is None


@pytest.mark.parametrize("name", ["workflow_dispatch", "schedule"])
def test_a_run_without_a_change_is_compared_with_the_default_branch(tmp_path: Path, name: str) -> None:
    assert read(tmp_path, name, {"repository": REPOSITORY}, sha=HEAD).comparison == SinceBranch(HEAD, "main")
    assert read(tmp_path, name, {}, sha=HEAD).comparison == SinceBranch(HEAD, None)


def test_a_workflow_run_tells_of_the_run_that_checked(tmp_path: Path) -> None:
    event = read(tmp_path, "workflow_run", workflow_run(), sha=BASE)
    assert event.checked_run == CheckedRun(500, 2, "pull_request", HEAD, "change", "mallory/shop")
    assert event.comparison == SinceBranch(HEAD, "main")
    assert event.comment_on is None


def changed(payload: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    *parents, last = path.split(".")
    inner = payload
    for name in parents:
        inner = inner[name]
    inner[last] = value
    return payload


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("pull_request.head.sha", "--upload-pack=evil"),
        ("pull_request.head.sha", "HEAD"),
        ("pull_request.head.sha", "a" * 40 + "\n"),
        ("pull_request.head.sha", "A" * 40),
        ("pull_request.head.sha", "a" * 39),
        ("pull_request.head.sha", None),
        ("pull_request.base.sha", 7),
        ("pull_request.number", "7"),
        ("pull_request.number", 0),
        ("pull_request.number", 7.5),
        ("pull_request.number", 10**30),
        ("pull_request.base.repo", {"full_name": "evil/shop"}),
        ("pull_request.base.repo", {"full_name": "../shop"}),
        ("pull_request.head.repo", {"full_name": "a/b/c"}),
        ("pull_request", []),
    ],
)
def test_a_payload_that_lies_is_refused(tmp_path: Path, path: str, value: object) -> None:
    with pytest.raises(EventError):
        read(tmp_path, "pull_request", changed(pull_request(), path, value))


@pytest.mark.parametrize(
    "branch", ["-x", "a b", "a..b", "a:b", "a*", "x.lock", "a\n", "/a", "a/", "", "@{u}", "a" * 300]
)
def test_a_branch_that_git_could_misread_is_refused(tmp_path: Path, branch: str) -> None:
    payload = {"repository": REPOSITORY | {"default_branch": branch}}
    with pytest.raises(EventError):
        read(tmp_path, "schedule", payload)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\x00", "[" * 200_000, '{"pull_request": ' * 5_000])
def test_a_payload_that_is_no_event_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(EventError, match="event file of pull_request"):
        read(tmp_path, "pull_request", text)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GITHUB_SHA", "main"),
        ("GITHUB_SHA", ""),
        ("GITHUB_REPOSITORY", "acme"),
        ("GITHUB_REPOSITORY", "acme/.."),
        ("GITHUB_REPOSITORY", "acme/shop?x=1"),
        ("GITHUB_REPOSITORY", "acme/shop\n"),
        ("GITHUB_SERVER_URL", "https://github.com)[x](https://evil.example"),
        ("GITHUB_RUN_ID", "9" * 40),
        ("GITHUB_RUN_ATTEMPT", "-1"),
        ("GITHUB_EVENT_PATH", "/nowhere/event.json"),
        ("GITHUB_EVENT_PATH", "/"),
        ("GITHUB_EVENT_PATH", ""),
    ],
)
def test_variables_that_make_no_sense_are_told_by_name(tmp_path: Path, variable: str, value: str) -> None:
    with pytest.raises(EventError, match=variable):
        read(tmp_path, "pull_request", pull_request(), **{variable: value})


def test_an_endless_event_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_EVENT_BYTES", 100)
    with pytest.raises(EventError, match="over 100 bytes"):
        read(tmp_path, "pull_request", pull_request())


@pytest.mark.parametrize("name", ["issue_comment", "release", "pull_request\n", "\x1b[31m"])
def test_an_event_without_two_commits_says_what_to_do(tmp_path: Path, name: str) -> None:
    with pytest.raises(EventError, match="--base REV --head REV") as caught:
        read(tmp_path, name, {})
    assert str(caught.value).isprintable()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["pull_request", "push", "merge_group", "schedule", "workflow_run"]),
    payload=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("a" * 40),
        lambda inner: st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["pull_request", "head", "base", "sha", "number", "repo", "before", "after", "merge_group",
                             "head_sha", "base_sha", "workflow_run", "id", "repository", "full_name"]),
            inner,
        ),
        max_leaves=20,
    ),
)  # fmt: skip
def test_any_payload_is_an_event_or_told(tmp_path: Path, name: str, payload: object) -> None:
    told = ""
    try:
        read(tmp_path, name, payload)
    except EventError as error:
        told = str(error)
    assert told.isprintable()
