"""The fake itself: it notices who breaks GitHub's contract, so that the other tests mean something."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.github.fake import FakeGitHub
from tests.github.fake.contract import Exchange, Violation, description
from tests.github.fake.server import TOKEN
from tests.github.openapi.cut import CALLS

HEADERS = {
    "Authorization": f"Bearer {TOKEN}",
    "User-Agent": "checker/test",
    "X-GitHub-Api-Version": "2022-11-28",
    "Content-Type": "application/json",
}
HTTP = httpx.Client(trust_env=False)
LONG = "s" * 65_536
REPO = "/repos/acme/shop"


def send(fake: FakeGitHub, method: str, path: str, body: object = None) -> httpx.Response:
    content = None if body is None else json.dumps(body)
    return HTTP.request(method, fake.api + path, headers=HEADERS, content=content)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", f"{REPO}/issues/7/comments", {}),
        ("POST", f"{REPO}/issues/7/comments", {"body": "x", "colour": "red"}),
        ("POST", f"{REPO}/statuses/{'a' * 40}", {"state": "failed"}),
        ("POST", f"{REPO}/check-runs", {"name": "x"}),
        ("POST", f"{REPO}/check-runs", {"name": "x", "head_sha": "a", "conclusion": "failed"}),
        (
            "POST",
            f"{REPO}/check-runs",
            {"name": "x", "head_sha": "a", "output": {"title": "t", "summary": "s" * 65_536}},
        ),
        ("GET", f"{REPO}/issues/7/comments?per_page=many", None),
        ("GET", f"{REPO}/issues/7", None),
    ],
)
def test_requests_outside_the_description_are_noticed(method: str, path: str, body: object) -> None:
    with FakeGitHub() as fake:
        fake.state.add_pull(7)
        assert send(fake, method, path, body).status_code == 422
        assert len(fake.violations) >= 1


def test_answers_outside_the_description_are_noticed() -> None:
    exchange = Exchange("GET", f"{REPO}/pulls/7", {}, HEADERS, b"")
    with pytest.raises(Violation, match="response to get"):
        exchange.check_response(200, b'{"number": 7}')
    with pytest.raises(Violation, match="202 is no answer"):
        exchange.check_response(202, b"{}")


def annotation(**other: Any) -> dict[str, Any]:
    return {"path": "a", "start_line": 1, "end_line": 1, "annotation_level": "notice", "message": "m"} | other


@pytest.mark.parametrize(
    "output",
    [
        {"title": "t", "summary": "😀"},
        {"title": "t", "summary": "s", "annotations": [annotation(message="m" * 64_001)]},
        {"title": "t", "summary": "s", "annotations": [annotation(title="t" * 256)]},
        {"title": "t", "summary": "s", "annotations": [annotation(end_line=3, start_column=2)]},
    ],
)
def test_the_fake_refuses_what_only_github_itself_would(fake: FakeGitHub, output: dict[str, Any]) -> None:
    body = {"name": "x", "head_sha": "a" * 40, "conclusion": "success", "output": output}
    assert send(fake, "POST", f"{REPO}/check-runs", body).status_code == 422
    assert fake.state.check_runs == {}


def test_comments_have_a_length_and_pages_a_size(fake: FakeGitHub) -> None:
    thread = f"{REPO}/issues/7/comments"
    assert send(fake, "POST", thread, {"body": "x" * 65_537}).status_code == 422
    assert send(fake, "POST", thread, {"body": " "}).status_code == 422
    assert send(fake, "POST", thread, {"body": "x" * 65_536}).status_code == 201
    for _ in range(100):
        fake.state.add_comment("x", login="ann")
    assert len(send(fake, "GET", thread).json()) == 30
    assert len(send(fake, "GET", f"{thread}?per_page=500").json()) == 100


def test_too_many_writes_in_a_minute_are_a_secondary_limit(fake: FakeGitHub) -> None:
    answers = [send(fake, "POST", f"{REPO}/issues/7/comments", {"body": "x"}) for _ in range(81)]
    assert [one.status_code for one in answers] == [201] * 80 + [403]
    assert answers[-1].headers["retry-after"] == "61"


def test_the_description_is_cut_to_our_calls() -> None:
    assert description()["info"]["license"]["name"] == "MIT"
    assert {path: set(calls) for path, calls in description()["paths"].items()} == {
        path: set(methods) for path, methods in CALLS.items()
    }
