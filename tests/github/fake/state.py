"""What the fake GitHub remembers, and what it refuses though its description would not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.github.fake.contract import skeleton

MOST_COMMENT = 65_536
MOST_ANNOTATIONS = 50
HEAD = "a" * 40
ACTIONS_USER = "github-actions[bot]"


@dataclass(frozen=True, slots=True)
class Token:
    """Whose it is and what it may do."""

    login: str = ACTIONS_USER
    is_app: bool = True
    may_write: bool = True
    repositories: tuple[str, ...] = ("acme/shop",)


ACTIONS = Token()


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


class Refusal(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.answer = Answer(status, {"message": message, "documentation_url": "https://docs.github.com/rest"}, headers)


@dataclass(slots=True)
class Fork:
    """Where the head of a pull request lies."""

    repository: str = "acme/shop"
    branch: str = "change"


class State:
    """Pull requests, comments, check runs and statuses of some repositories."""

    def __init__(self) -> None:
        self.pulls: dict[tuple[str, int], dict[str, Any]] = {}
        self.comments: dict[int, dict[str, Any]] = {}
        self.check_runs: dict[int, dict[str, Any]] = {}
        self.annotations: dict[int, list[dict[str, Any]]] = {}
        self.statuses: list[dict[str, Any]] = []
        self._threads: dict[int, tuple[str, int]] = {}
        self._last_id = 1000

    def add_pull(self, number: int, *, head: str = HEAD, fork: Fork | None = None, repo: str = "acme/shop") -> None:
        pull = skeleton("pull-request")
        fork = fork or Fork(repo)
        pull["number"] = number
        for side, name, sha, ref in (("base", repo, "b" * 40, "main"), ("head", fork.repository, head, fork.branch)):
            repository = skeleton("repository") | {"full_name": name, "name": name.split("/")[1]}
            pull[side] |= {"sha": sha, "ref": ref, "repo": repository}
        self.pulls[repo, number] = pull

    def add_comment(self, body: str, *, login: str, number: int = 7, repo: str = "acme/shop") -> int:
        self._last_id += 1
        identifier = self._last_id
        user = skeleton("simple-user") | {"login": login}
        url = f"https://github.com/{repo}/pull/{number}#issuecomment-{identifier}"
        self.comments[identifier] = skeleton("issue-comment") | {
            "id": identifier, "body": body, "user": user, "html_url": url,
        }  # fmt: skip
        self._threads[identifier] = (repo, number)
        return identifier

    def thread(self, repo: str, number: int) -> list[dict[str, Any]]:
        """Oldest first, as GitHub lists them whatever order is asked for."""
        return [one for key, one in sorted(self.comments.items()) if self._threads[key] == (repo, number)]

    def comment_in(self, repo: str, identifier: int) -> dict[str, Any]:
        if identifier not in self.comments or self._threads[identifier][0] != repo:
            raise Refusal(404, "Not Found")
        return self.comments[identifier]

    def add_check_run(self, body: dict[str, Any]) -> dict[str, Any]:
        self._last_id += 1
        run = skeleton("check-run") | {"id": self._last_id, "name": body["name"], "head_sha": body["head_sha"]}
        run["html_url"] = f"https://github.com/acme/shop/runs/{self._last_id}"
        self.check_runs[self._last_id] = run
        self.annotations[self._last_id] = []
        self.change_check_run(run, body)
        return run

    def change_check_run(self, run: dict[str, Any], body: dict[str, Any]) -> None:
        if body.get("status") == "completed" and "conclusion" not in body:
            raise Refusal(422, "Invalid request. conclusion is required")
        output = body.get("output", {})
        run |= {key: body[key] for key in ("status", "conclusion", "details_url") if key in body}
        found = self.annotations[run["id"]]
        found += output.get("annotations", ())
        run["output"] |= {"title": output.get("title"), "summary": output.get("summary")}
        run["output"]["annotations_count"] = len(found)


def check_comment(body: str) -> None:
    if not body.strip():
        raise Refusal(422, "Validation Failed")
    if len(body) > MOST_COMMENT:
        raise Refusal(422, "Validation Failed: body is too long (maximum is 65536 characters)")


def check_output(output: dict[str, Any]) -> None:
    annotations = output.get("annotations", [])
    texts = [output.get("summary", ""), *(one["message"] for one in annotations)]
    rules: list[tuple[Callable[[], bool], str]] = [
        (lambda: len(annotations) > MOST_ANNOTATIONS, "Only 50 annotations per request"),
        (lambda: any(len(one["message"].encode()) > 64_000 for one in annotations), "message exceeds 64 KB"),
        (lambda: any(len(one.get("title", "")) > 255 for one in annotations), "title is too long"),
        (lambda: any(ord(letter) > 0xFFFF for text in texts for letter in text), "4-byte characters"),
        (lambda: any(one["end_line"] < one["start_line"] for one in annotations), "end_line before start_line"),
        (
            lambda: any("start_column" in one and one["end_line"] != one["start_line"] for one in annotations),
            "start_column on several lines",
        ),
    ]
    for is_broken, message in rules:
        if is_broken():
            raise Refusal(422, f"Invalid request. {message}")
