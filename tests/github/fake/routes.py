"""The calls that the fake GitHub answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.github.fake.contract import skeleton
from tests.github.fake.state import Answer, Refusal, State, Token, check_comment, check_output

_DEFAULT_PAGE, _LARGEST_PAGE = 30, 100
_NOT_ACCESSIBLE = "Resource not accessible by integration"


@dataclass(frozen=True, slots=True)
class Call:
    """One request, after its token and its form were looked at."""

    state: State
    token: Token
    url: str
    query: Mapping[str, str]
    body: dict[str, Any]


def answer(method: str, path: str, call: Call) -> Answer:
    """The answer of the first route that fits."""
    for route_method, pattern, handle in _ROUTES:
        found = re.fullmatch(pattern, path)
        if found and method == route_method:
            if "repo" in found.groupdict():
                _admit(method, found["repo"], call.token)
            return handle(call, **found.groupdict())
    raise Refusal(404, "Not Found")


def _admit(method: str, repo: str, token: Token) -> None:
    """A repository that a token may not see does not exist for it."""
    if repo not in token.repositories:
        raise Refusal(404, "Not Found")
    if method != "GET" and not token.may_write:
        permissions = {"x-accepted-github-permissions": "issues=write; pull_requests=write"}
        raise Refusal(403, _NOT_ACCESSIBLE, **permissions)


def _user(call: Call) -> Answer:
    if call.token.is_app:
        raise Refusal(403, _NOT_ACCESSIBLE)
    return Answer(200, skeleton("public-user") | {"login": call.token.login, "user_view_type": "public"})


def _pull(call: Call, repo: str, number: str) -> Answer:
    if (repo, int(number)) not in call.state.pulls:
        raise Refusal(404, "Not Found")
    return Answer(200, call.state.pulls[repo, int(number)])


def _list_comments(call: Call, repo: str, number: str) -> Answer:
    _pull(call, repo, number)
    size = min(int(call.query.get("per_page", _DEFAULT_PAGE)), _LARGEST_PAGE)
    page = int(call.query.get("page", 1))
    thread = call.state.thread(repo, int(number))
    links = []
    if page * size < len(thread):
        links.append(f'<{call.url}?per_page={size}&page={page + 1}>; rel="next"')
        links.append(f'<{call.url}?per_page={size}&page={-(-len(thread) // size)}>; rel="last"')
    if page > 1:
        links.append(f'<{call.url}?per_page={size}&page={page - 1}>; rel="prev"')
    headers = {"Link": ", ".join(links)} if links else {}
    return Answer(200, thread[(page - 1) * size : page * size], headers)


def _add_comment(call: Call, repo: str, number: str) -> Answer:
    _pull(call, repo, number)
    check_comment(call.body["body"])
    identifier = call.state.add_comment(call.body["body"], login=call.token.login, number=int(number), repo=repo)
    return Answer(201, call.state.comments[identifier])


def _edit_comment(call: Call, repo: str, id: str) -> Answer:  # noqa: A002 - the name in the route
    comment = call.state.comment_in(repo, int(id))
    check_comment(call.body["body"])
    comment["body"] = call.body["body"]
    return Answer(200, comment)


def _delete_comment(call: Call, repo: str, id: str) -> Answer:  # noqa: A002
    call.state.comment_in(repo, int(id))
    del call.state.comments[int(id)]
    return Answer(204)


def _add_check_run(call: Call, repo: str) -> Answer:
    if not call.token.is_app:
        raise Refusal(403, "You must authenticate via a GitHub App.")
    check_output(call.body.get("output", {}))
    return Answer(201, call.state.add_check_run(call.body))


def _get_check_run(call: Call, repo: str, id: str) -> Answer:  # noqa: A002
    if int(id) not in call.state.check_runs:
        raise Refusal(404, "Not Found")
    return Answer(200, call.state.check_runs[int(id)])


def _edit_check_run(call: Call, repo: str, id: str) -> Answer:  # noqa: A002
    run = _get_check_run(call, repo, id).body
    check_output(call.body.get("output", {}))
    call.state.change_check_run(run, call.body)
    return Answer(200, run)


def _add_status(call: Call, repo: str, sha: str) -> Answer:
    if len(call.body.get("description", "")) > 140:
        raise Refusal(422, "Validation Failed: description is too long (maximum is 140 characters)")
    call.state.statuses.append(call.body | {"sha": sha})
    return Answer(201, skeleton("status") | call.body)


_REPO = r"/repos/(?P<repo>[^/]+/[^/]+)"
_ROUTES: list[tuple[str, str, Callable[..., Answer]]] = [
    ("GET", "/user", _user),
    ("GET", rf"{_REPO}/pulls/(?P<number>\d+)", _pull),
    ("GET", rf"{_REPO}/issues/(?P<number>\d+)/comments", _list_comments),
    ("POST", rf"{_REPO}/issues/(?P<number>\d+)/comments", _add_comment),
    ("PATCH", rf"{_REPO}/issues/comments/(?P<id>\d+)", _edit_comment),
    ("DELETE", rf"{_REPO}/issues/comments/(?P<id>\d+)", _delete_comment),
    ("POST", rf"{_REPO}/check-runs", _add_check_run),
    ("GET", rf"{_REPO}/check-runs/(?P<id>\d+)", _get_check_run),
    ("PATCH", rf"{_REPO}/check-runs/(?P<id>\d+)", _edit_check_run),
    ("POST", rf"{_REPO}/statuses/(?P<sha>[0-9a-f]{{40}})", _add_status),
]
