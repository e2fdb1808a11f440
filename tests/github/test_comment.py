"""One comment of ours, whatever happens around it."""

from __future__ import annotations

import pytest

from checker.errors import CheckerError
from checker.github.client import GitHub
from checker.github.comment import CommentOptions, Mode, PullRequestComment
from checker.github.errors import Denied, GitHubError, Unreachable
from checker.github.outcome import PostOutcome
from checker.github.retry import MOST_TRIES
from checker.github.stamp import Stamp, read_stamp, stamped
from checker.github.thread import ACTIONS_LOGIN
from tests.github.conftest import connect
from tests.github.fake import FakeGitHub, Token
from tests.github.fake.server import Trouble
from tests.github.fake.state import HEAD, Answer

THREAD = "/repos/acme/shop/issues/7/comments"
OLD_HEAD = "d" * 40


def stamp(run: int, attempt: int = 1, head: str = HEAD, id: str = "default") -> Stamp:  # noqa: A002 - as in Stamp
    return Stamp(id, head, run, attempt, f"run {run}")


def write(
    github: GitHub, body: str, run: int, attempt: int = 1, *, has_changes: bool = True, **options: str
) -> PostOutcome:
    chosen = CommentOptions(**options)  # type: ignore[arg-type]
    comments = PullRequestComment(github, "acme/shop", 7, chosen)
    return comments.write(body, stamp(run, attempt, id=chosen.id), has_changes=has_changes)


def bodies(fake: FakeGitHub) -> list[str]:
    """The thread as people see it."""
    return [one["body"].partition("\n")[2] or one["body"] for one in fake.state.thread("acme/shop", 7)]


def test_the_first_run_comments_and_the_next_edits(fake: FakeGitHub, github: GitHub) -> None:
    first = write(github, "one", run=1)
    second = write(github, "two", run=2)
    assert (first.status, second.status) == ("posted", "posted")
    assert first.url == second.url
    assert bodies(fake) == ["two"]
    assert read_stamp(fake.state.thread("acme/shop", 7)[0]["body"]) == stamp(2)


def test_the_same_again_writes_nothing(fake: FakeGitHub, github: GitHub) -> None:
    write(github, "one\n", run=1)
    fake.state.thread("acme/shop", 7)[0]["body"] = fake.state.thread("acme/shop", 7)[0]["body"].rstrip()
    fake.requests.clear()
    assert write(github, "one\n", run=1).status == "unchanged"
    assert [request.method for request in fake.requests] == ["GET", "GET"]


def test_our_comment_is_found_on_the_last_page(fake: FakeGitHub, github: GitHub) -> None:
    for number in range(230):
        fake.state.add_comment(f"talk {number}", login="ann")
    write(github, "one", run=1)
    write(github, "two", run=2)
    assert len(fake.state.comments) == 231
    assert bodies(fake)[-1] == "two"


def test_a_stamp_in_somebody_elses_comment_says_nothing(fake: FakeGitHub, github: GitHub) -> None:
    evil = stamped("evil", stamp(10**17))
    fake.state.add_comment(evil, login="mallory")
    fake.state.add_comment(evil, login="github-actions")
    assert write(github, "one", run=1).status == "posted"
    assert write(github, "two", run=2).status == "posted"
    assert bodies(fake) == ["evil", "evil", "two"]


def test_a_stamp_inside_our_own_comment_says_nothing(fake: FakeGitHub, github: GitHub) -> None:
    fake.state.add_comment("another action quotes:\n" + stamped("x", stamp(10**17)), login=ACTIONS_LOGIN)
    write(github, "one", run=1)
    assert len(fake.state.comments) == 2


def test_checks_with_different_ids_have_a_comment_each(fake: FakeGitHub, github: GitHub) -> None:
    for run in (1, 2):
        write(github, f"shop {run}", run=run, id="shop")
        write(github, f"bank {run}", run=run, id="bank")
    assert bodies(fake) == ["shop 2", "bank 2"]


def test_a_users_token_finds_its_own_comment(fake: FakeGitHub) -> None:
    fake.tokens["pat"] = Token(login="Ann", is_app=False)
    fake.state.add_comment(stamped("bot", stamp(1)), login=ACTIONS_LOGIN)
    with connect(fake, "pat") as github:
        write(github, "one", run=2)
        write(github, "two", run=3)
    assert bodies(fake) == ["bot", "two"]


def test_an_apps_token_finds_its_own_comment_by_the_login_it_is_given(fake: FakeGitHub) -> None:
    fake.tokens["app"] = Token(login="acme-checks[bot]")
    with connect(fake, "app") as github:
        write(github, "one", run=1, author="acme-checks[bot]")
        write(github, "two", run=2, author="acme-checks[bot]")
    assert bodies(fake) == ["two"]
    assert fake.count("POST") == 1


def test_an_apps_token_leaves_one_comment_even_without_a_login(fake: FakeGitHub) -> None:
    fake.tokens["app"] = Token(login="acme-checks[bot]")
    with connect(fake, "app") as github:
        write(github, "one", run=1)
        write(github, "two", run=2)
    assert bodies(fake) == ["two"]


def test_recreate_puts_the_comment_at_the_end(fake: FakeGitHub, github: GitHub) -> None:
    write(github, "one", run=1, mode="recreate")
    fake.state.add_comment("talk", login="ann")
    outcome = write(github, "two", run=2, mode="recreate")
    assert bodies(fake) == ["talk", "two"]
    assert outcome.url == fake.state.thread("acme/shop", 7)[-1]["html_url"]


def test_recreate_loses_nothing_where_posting_fails(fake: FakeGitHub, github: GitHub) -> None:
    write(github, "one", run=1, mode="recreate")
    fake.trouble("POST", THREAD, 422, "no")
    with pytest.raises(GitHubError):
        write(github, "two", run=2, mode="recreate")
    assert bodies(fake) == ["one"]


def test_new_adds_a_comment_for_each_run(fake: FakeGitHub, github: GitHub) -> None:
    for run in (1, 2, 3):
        write(github, f"run {run}", run=run, mode="new")
    assert bodies(fake) == ["run 1", "run 2", "run 3"]


@pytest.mark.parametrize("mode", ["update", "recreate", "new"])
def test_one_run_never_comments_twice(fake: FakeGitHub, github: GitHub, mode: Mode) -> None:
    write(github, "one", run=1, mode=mode)
    write(github, "one, corrected", run=1, mode=mode)
    assert bodies(fake) == ["one, corrected"]


def test_changes_only_is_quiet_where_there_are_none(fake: FakeGitHub, github: GitHub) -> None:
    assert write(github, "none", run=1, has_changes=False, when="changes").status == "skipped"
    assert bodies(fake) == []
    assert write(github, "some", run=2, has_changes=True, when="changes").status == "posted"
    # What stands there must not go on telling of changes that are gone.
    assert write(github, "none any more", run=3, has_changes=False, when="changes").status == "posted"
    assert bodies(fake) == ["none any more"]


@pytest.mark.parametrize("mode", ["update", "recreate", "new"])
@pytest.mark.parametrize(("run", "attempt"), [(4, 9), (5, 1)])
def test_an_older_run_leaves_the_comment_of_a_newer_one(
    fake: FakeGitHub, github: GitHub, mode: Mode, run: int, attempt: int
) -> None:
    write(github, "newer", run=5, attempt=2)
    outcome = write(github, "older", run=run, attempt=attempt, mode=mode)
    assert outcome.status == "skipped"
    assert "newer run" in outcome.reason
    assert bodies(fake) == ["newer"]


@pytest.mark.parametrize("mode", ["update", "recreate"])
def test_a_report_on_another_commit_is_old_whatever_its_run(fake: FakeGitHub, github: GitHub, mode: Mode) -> None:
    """After a push is taken back, the run of the first commit is started again."""
    fake.state.add_comment(stamped("taken back", stamp(9, head=OLD_HEAD)), login=ACTIONS_LOGIN)
    assert write(github, "current", run=3, mode=mode).status == "posted"
    assert bodies(fake) == ["current"]


def test_twins_are_removed_and_the_newest_is_kept(fake: FakeGitHub, github: GitHub) -> None:
    for run in (2, 3, 1):
        fake.state.add_comment(stamped(f"run {run}", stamp(run)), login=ACTIONS_LOGIN)
    write(github, "run 4", run=4)
    assert bodies(fake) == ["run 4"]


@pytest.mark.parametrize("status", [403, 404, 422])
def test_a_twin_that_cannot_be_deleted_does_no_harm(fake: FakeGitHub, github: GitHub, status: int) -> None:
    for run in (1, 2):
        fake.state.add_comment(stamped(f"run {run}", stamp(run)), login=ACTIONS_LOGIN)
    fake.trouble("DELETE", ".*", status, "no")
    assert write(github, "run 3", run=3).status == "posted"


def test_a_newer_run_that_posts_at_the_same_time_wins(fake: FakeGitHub, github: GitHub) -> None:
    def other() -> None:
        fake.state.add_comment(stamped("newer", stamp(9, head=OLD_HEAD)), login=ACTIONS_LOGIN)

    fake.troubles.append(Trouble("POST", THREAD, hook=other))
    assert write(github, "older", run=3).status == "skipped"
    assert bodies(fake) == ["newer"]


@pytest.mark.parametrize("when", ["before", "after"])
def test_of_twins_the_older_comment_stays(fake: FakeGitHub, github: GitHub, when: str) -> None:
    def other() -> None:
        fake.state.add_comment(stamped("the twin", stamp(3)), login=ACTIONS_LOGIN)

    if when == "before":
        fake.troubles.append(Trouble("POST", THREAD, hook=other))
    else:
        fake.troubles.append(Trouble("GET", THREAD, hook=list))
        fake.troubles.append(Trouble("GET", THREAD, hook=other))
    assert write(github, "ours", run=3).status == "posted"
    assert bodies(fake) == ["ours"]
    assert fake.state.comments.keys() == {1001}


def test_an_older_run_that_posts_at_the_same_time_loses(fake: FakeGitHub, github: GitHub) -> None:
    def other() -> None:
        fake.state.add_comment(stamped("older", stamp(1)), login=ACTIONS_LOGIN)

    fake.troubles.append(Trouble("POST", THREAD, hook=other))
    assert write(github, "newer", run=3).status == "posted"
    assert bodies(fake) == ["newer"]


@pytest.mark.parametrize("answer", [None, Answer(502, {})])
def test_a_lost_answer_makes_no_twin(fake: FakeGitHub, github: GitHub, answer: Answer | None) -> None:
    fake.troubles.append(Trouble("POST", THREAD, answer, is_done=True))
    assert write(github, "one", run=1).status == "posted"
    assert fake.count("POST") == 1
    assert bodies(fake) == ["one"]


def test_a_comment_that_was_not_made_is_made_on_the_next_try(fake: FakeGitHub, github: GitHub) -> None:
    fake.troubles.append(Trouble("POST", THREAD, Answer(502, {})))
    assert write(github, "one", run=1).status == "posted"
    assert bodies(fake) == ["one"]


def test_tries_to_comment_end(fake: FakeGitHub, github: GitHub) -> None:
    fake.troubles += [Trouble("POST", THREAD, Answer(502, {})) for _ in range(MOST_TRIES)]
    with pytest.raises(Unreachable):
        write(github, "one", run=1)
    assert fake.slept == [1, 2, 4, 8]


def test_a_comment_deleted_meanwhile_is_made_anew(fake: FakeGitHub, github: GitHub) -> None:
    write(github, "one", run=1)
    fake.troubles.append(Trouble("PATCH", ".*", hook=fake.state.comments.clear))
    assert write(github, "two", run=2).status == "posted"
    assert bodies(fake) == ["two"]


def test_a_secondary_limit_is_waited_out(fake: FakeGitHub, github: GitHub) -> None:
    fake.trouble("POST", THREAD, 403, "You have exceeded a secondary rate limit.", retry_after="30")
    assert write(github, "one", run=1).status == "posted"
    assert fake.slept == [30]


def test_a_read_only_token_is_denied(fake: FakeGitHub) -> None:
    fake.tokens["fork"] = Token(may_write=False)
    with connect(fake, "fork") as github, pytest.raises(Denied, match="Resource not accessible by integration"):
        write(github, "one", run=1)


@pytest.mark.parametrize(("letter", "most"), [("x", 60_000), ("é", 30_000), ("😀", 15_000)])
def test_a_body_is_as_long_as_the_report_promises(fake: FakeGitHub, github: GitHub, letter: str, most: int) -> None:
    assert write(github, letter * most, run=1).status == "posted"
    with pytest.raises(GitHubError, match=r"a comment takes 60,000"):
        write(github, letter * (most + 1), run=2)


def test_bytes_that_are_no_text_are_spelled_out(fake: FakeGitHub, github: GitHub) -> None:
    write(github, "a\udcff.sql", run=1)
    assert bodies(fake) == [r"a\udcff.sql"]


@pytest.mark.parametrize("bad", ["", "a b", "--> x", "a" * 65, "x\n", ".."])
def test_an_id_that_would_break_the_stamp_is_told(bad: str) -> None:
    with pytest.raises(CheckerError, match="cannot be the id of a comment"):
        CommentOptions(id=bad)


def test_the_last_run_leaves_its_digest_for_the_next(fake: FakeGitHub, github: GitHub) -> None:
    comments = PullRequestComment(github, "acme/shop", 7, CommentOptions())
    assert comments.latest_stamp() is None
    write(github, "one", run=1)
    found = comments.latest_stamp()
    assert found is not None
    assert found.digest == "run 1"
