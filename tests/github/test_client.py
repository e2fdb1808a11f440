"""The client against a real server: pages, patience, redirects, and where the token goes."""

from __future__ import annotations

import logging

import pytest

from checker.errors import CheckerError
from checker.github.client import MOST_PAGES, GitHub, open_github
from checker.github.errors import Denied, GitHubError, NotFound, RateLimited, Uncertain, Unreachable
from checker.github.retry import MOST_TRIES, PATIENCE
from checker.github.shapes import Comment, PullRequest, User
from tests.github.conftest import connect
from tests.github.fake import FakeGitHub, Token
from tests.github.fake.server import TOKEN, Trouble
from tests.github.fake.state import HEAD, Answer

PULL = "repos/acme/shop/pulls/7"
THREAD = "repos/acme/shop/issues/7/comments"
ANY = ".*"


def test_all_pages_are_read_with_the_largest_page_size(fake: FakeGitHub, github: GitHub) -> None:
    for number in range(250):
        fake.state.add_comment(f"comment {number}", login="ann")
    assert [comment.body for comment in github.pages(THREAD, Comment)] == [f"comment {number}" for number in range(250)]
    assert fake.count("GET") == 3


def test_pages_end_somewhere(fake: FakeGitHub, github: GitHub) -> None:
    link = f'<{fake.api}/{THREAD}?page=2>; rel="next"'
    fake.troubles += [Trouble("GET", ANY, Answer(200, [], {"Link": link})) for _ in range(MOST_PAGES)]
    with pytest.raises(GitHubError, match="more than 50 pages"):
        list(github.pages(THREAD, Comment))


@pytest.mark.parametrize(
    "elsewhere", ["http://127.0.0.1:1/x", "https://evil.example/x", "//evil.example/x", "{api}/../x", "{api}.evil/x"]
)
def test_the_token_follows_no_link_to_another_host(fake: FakeGitHub, github: GitHub, elsewhere: str) -> None:
    fake.troubles.append(
        Trouble("GET", ANY, Answer(200, [], {"Link": f'<{elsewhere.format(api=fake.api)}>; rel="next"'}))
    )
    with pytest.raises(GitHubError, match="outside its API"):
        list(github.pages(THREAD, Comment))


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize(
    "elsewhere", ["http://127.0.0.1:1/x", "https://evil.example/x", "//evil.example/x", "http://["]
)
def test_the_token_follows_no_redirect_to_another_host(
    fake: FakeGitHub, github: GitHub, status: int, elsewhere: str
) -> None:
    fake.trouble("GET", ANY, status, Location=elsewhere)
    with pytest.raises(GitHubError, match="outside its API"):
        github.get(PULL, PullRequest)
    assert len(fake.requests) == 1


def test_a_renamed_repository_is_followed_with_method_and_body(fake: FakeGitHub, github: GitHub) -> None:
    fake.trouble("POST", "/repos/acme/old/.*", 307, Location=f"{fake.api}/{THREAD}")
    made = github.send("POST", "repos/acme/old/issues/7/comments", {"body": "hello"}, Comment, repeat=False)
    assert fake.state.comments[made.id]["body"] == "hello"


def test_redirects_in_a_circle_end(fake: FakeGitHub, github: GitHub) -> None:
    for _ in range(4):
        fake.trouble("GET", ANY, 301, Location=f"{fake.api}/{PULL}")
    with pytest.raises(GitHubError, match="redirected more than 3 times"):
        github.get(PULL, PullRequest)


def test_enterprise_has_a_path_before_its_api() -> None:
    with FakeGitHub(prefix="/api/v3") as fake, connect(fake) as github:
        fake.state.add_pull(7)
        for number in range(101):
            fake.state.add_comment(str(number), login="ann")
        assert github.get(PULL, PullRequest).head.sha == HEAD
        assert len(list(github.pages(THREAD, Comment))) == 101
        assert fake.violations == []


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_server_errors_are_asked_again_with_growing_waits(fake: FakeGitHub, github: GitHub, status: int) -> None:
    for _ in range(3):
        fake.trouble("GET", ANY, status)
    assert github.get(PULL, PullRequest).number == 7
    assert fake.slept == [1, 2, 4]


def test_a_server_that_says_when_it_is_back_is_asked_then(fake: FakeGitHub, github: GitHub) -> None:
    fake.trouble("GET", ANY, 503, retry_after="20")
    github.get(PULL, PullRequest)
    assert fake.slept == [20]


def test_a_broken_connection_is_asked_again(fake: FakeGitHub, github: GitHub) -> None:
    fake.troubles.append(Trouble("GET", ANY))
    assert github.get(PULL, PullRequest).number == 7


def test_tries_end_and_the_last_error_is_told(fake: FakeGitHub, github: GitHub) -> None:
    for _ in range(MOST_TRIES):
        fake.trouble("GET", ANY, 502)
    with pytest.raises(Unreachable, match="GET repos/acme/shop/pulls/7: GitHub answers 502"):
        github.get(PULL, PullRequest)
    assert len(fake.requests) == MOST_TRIES


def test_nobody_listening_is_told(fake: FakeGitHub) -> None:
    slept: list[float] = []
    with GitHub("http://127.0.0.1:9", TOKEN, sleep=slept.append) as github:
        with pytest.raises(Unreachable, match="cannot be reached"):
            github.get(PULL, PullRequest)
        # Nothing was sent, so even what must not be done twice is tried again.
        with pytest.raises(Unreachable, match="cannot be reached"):
            github.send("POST", THREAD, {"body": "x"}, Comment, repeat=False)
    assert len(slept) == 2 * (MOST_TRIES - 1)


@pytest.mark.parametrize("answer", [None, Answer(502, {})])
def test_a_write_whose_answer_is_lost_is_not_done_twice(
    fake: FakeGitHub, github: GitHub, answer: Answer | None
) -> None:
    fake.troubles.append(Trouble("POST", ANY, answer, is_done=True))
    with pytest.raises(Uncertain):
        github.send("POST", THREAD, {"body": "x"}, Comment, repeat=False)
    assert len(fake.state.comments) == 1


@pytest.mark.parametrize("status", [403, 429])
def test_retry_after_is_obeyed_by_reads_and_writes(fake: FakeGitHub, github: GitHub, status: int) -> None:
    fake.trouble("GET", ANY, status, "You have exceeded a secondary rate limit", retry_after="7")
    fake.trouble("POST", ANY, status, "You have exceeded a secondary rate limit", retry_after="11")
    github.get(PULL, PullRequest)
    github.send("POST", THREAD, {"body": "x"}, Comment, repeat=False)
    assert fake.slept == [7, 11]


def test_the_primary_limit_is_waited_for_until_its_reset(fake: FakeGitHub, github: GitHub) -> None:
    reset = str(int(fake.now()) + 40)
    fake.trouble("GET", ANY, 403, "API rate limit exceeded", x_ratelimit_remaining="0", x_ratelimit_reset=reset)
    github.get(PULL, PullRequest)
    assert fake.slept == [41]


def test_a_reset_in_an_hour_is_not_waited_for(fake: FakeGitHub, github: GitHub) -> None:
    reset = str(int(fake.now()) + 3600)
    fake.trouble("GET", ANY, 403, "API rate limit exceeded", x_ratelimit_remaining="0", x_ratelimit_reset=reset)
    with pytest.raises(RateLimited, match="API rate limit exceeded"):
        github.get(PULL, PullRequest)
    assert fake.slept == []


@pytest.mark.parametrize("said", ["-5", "soon", "9" * 400, "", "1.5", "٣"])
def test_a_retry_after_that_makes_no_sense_is_a_minute(fake: FakeGitHub, github: GitHub, said: str) -> None:
    fake.troubles.append(
        Trouble("GET", ANY, Answer(429, {"message": "slow down"}, {"Retry-After": said.encode().decode("latin-1")}))
    )
    github.get(PULL, PullRequest)
    assert fake.slept == [60]


def test_a_secondary_limit_without_a_time_is_waited_for_a_minute(fake: FakeGitHub, github: GitHub) -> None:
    fake.trouble("GET", ANY, 403, "You have exceeded a secondary rate limit")
    github.get(PULL, PullRequest)
    assert fake.slept == [60]


def test_waiting_has_an_end_in_all(fake: FakeGitHub, github: GitHub) -> None:
    for _ in range(3):
        fake.trouble("GET", ANY, 429, "slow down", retry_after="50")
    with pytest.raises(RateLimited):
        github.get(PULL, PullRequest)
    assert sum(fake.slept) <= PATIENCE


def test_a_read_only_token_is_told_what_it_lacks(fake: FakeGitHub) -> None:
    fake.tokens["fork"] = Token(may_write=False)
    with connect(fake, "fork") as github, pytest.raises(Denied) as caught:
        github.send("POST", THREAD, {"body": "x"}, Comment, repeat=False)
    assert "Resource not accessible by integration" in str(caught.value)
    assert "(issues: write; pull_requests: write)" in str(caught.value)
    assert fake.slept == []


def test_a_hidden_repository_and_a_wrong_token_are_told_apart(fake: FakeGitHub, github: GitHub) -> None:
    with pytest.raises(NotFound, match="not there, or hidden"):
        github.get("repos/acme/secret/pulls/7", PullRequest)
    with connect(fake, "stale") as other, pytest.raises(Denied, match="wrong or has expired"):
        other.get(PULL, PullRequest)


def test_unusable_answers_are_errors_for_people(fake: FakeGitHub, github: GitHub) -> None:
    bodies: list[object] = [[], {"login": 7}, {"login": None}]
    for body in bodies:
        fake.troubles.append(Trouble("GET", ANY, Answer(200, body)))
        with pytest.raises(GitHubError, match="not understood"):
            github.get("user", User)


def test_an_answer_without_end_is_refused(fake: FakeGitHub, github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.github.client.MOST_BYTES", 1000)
    with pytest.raises(GitHubError, match="over 1,000 bytes"):
        github.get(PULL, PullRequest)


def test_control_characters_of_an_answer_are_spelled_out(fake: FakeGitHub, github: GitHub) -> None:
    fake.trouble("GET", ANY, 422, "bad\x1b[31m\n::error::" + "x" * 5000)
    with pytest.raises(GitHubError) as caught:
        github.get(PULL, PullRequest)
    assert r"bad\x1b[31m\n::error::" in str(caught.value)
    assert len(str(caught.value)) < 500


def test_the_token_is_in_no_log_and_no_error(
    fake: FakeGitHub, github: GitHub, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    fake.trouble("GET", ANY, 502)
    github.get(PULL, PullRequest)
    with pytest.raises(NotFound) as caught:
        github.get("repos/acme/none/pulls/7", PullRequest)
    assert caplog.records
    assert TOKEN not in caplog.text + str(caught.value) + repr(github.__dict__)


@pytest.mark.parametrize("token", ["a b", "a\r\nX-Evil: 1", "ü", "x" * 20_000])
def test_a_token_that_would_break_a_header_is_refused_unseen(token: str) -> None:
    with pytest.raises(CheckerError, match="characters that no token has") as caught:
        GitHub("https://api.github.com", token)
    assert token not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "http://github.example",
        "ftp://x/",
        "file:///etc/passwd",
        "https://me:pw@host/",
        "https://h/?a=1",
        "x",
        "http://[",
    ],
)
def test_addresses_where_the_token_would_be_unsafe_are_refused(address: str) -> None:
    with pytest.raises(CheckerError, match="GITHUB_API_URL"):
        GitHub(address, TOKEN)


def test_the_environment_names_address_and_token(fake: FakeGitHub) -> None:
    assert open_github({"GITHUB_API_URL": fake.api}) is None
    github = open_github({"GITHUB_API_URL": fake.api + "/", "GITHUB_TOKEN": f"{TOKEN}\n"})
    assert github is not None
    with github:
        assert github.get(PULL, PullRequest).number == 7
    assert fake.requests[0].token == TOKEN
