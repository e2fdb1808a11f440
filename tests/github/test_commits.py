"""The two commits, in checkouts as actions/checkout leaves them: one commit deep, of a real remote."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import GitError
from checker.github.commits import Commits, find_commits, missing
from checker.github.event import Direct, Nothing, OfPullRequest, SinceBranch
from checker.repo.repository import Repository
from tests.git_repository import GitRepository


class Remote:
    """main: one ─ two ─ three; change: from two, with 60 commits; merge: the test merge of change into three."""

    def __init__(self, folder: Path) -> None:
        self.git = GitRepository(folder / "remote")
        self.git.git("config", "uploadpack.allowAnySHA1InWant", "true")
        self.one = self.git.commit({"a.sql": "SELECT 1"})
        self.two = self.git.commit({"a.sql": "SELECT 2"})
        self.change = self._long_branch("change", self.two, commits=60)
        self.three = self.git.commit({"c.sql": "SELECT 3"})
        self.git.git("checkout", "--quiet", "--detach")
        self.git.git("merge", "--quiet", "--no-ff", "-m", "test merge", "change")
        self.merge = self.git.git("rev-parse", "HEAD")
        self.git.git("update-ref", "refs/pull/7/merge", self.merge)
        self.git.git("update-ref", "refs/pull/7/head", self.change)
        self.git.git("checkout", "--quiet", "main")
        self._folder = folder

    def _long_branch(self, name: str, start: str, commits: int) -> str:
        """In one process instead of one for each commit."""
        lines = []
        for number in range(commits):
            text = f"SELECT {number}"
            origin = f"from {start}\n" if number == 0 else ""
            lines.append(f"commit refs/heads/{name}\ncommitter Ada <ada@example.com> {number} +0000\n")
            lines.append(f"data 4\nwork\n{origin}")
            lines.append(f"M 100644 inline b.sql\ndata {len(text)}\n{text}\n")
        self.git.git("fast-import", "--quiet", stdin="".join(lines).encode())
        return self.git.git("rev-parse", name)

    def checkout(self, sha: str, *, depth: int | None = 1) -> Repository:
        """One commit by its sha, as the action does it: no branch, no tag."""
        clone = GitRepository(self._folder / "checkout")
        clone.git("remote", "add", "origin", self.git.folder.as_uri())
        limit = [f"--depth={depth}"] if depth else []
        clone.git("fetch", "--quiet", "--no-tags", *limit, "origin", sha)
        clone.git("checkout", "--quiet", "--detach", sha)
        return clone.open()


@pytest.fixture
def remote(tmp_path: Path) -> Remote:
    return Remote(tmp_path)


def test_the_test_merge_is_compared_with_its_first_parent(remote: Remote) -> None:
    """Base may have moved on since the event: the merge itself says what it was made of."""
    repository = remote.checkout(remote.merge)
    found = find_commits(repository, OfPullRequest(remote.two, remote.change, remote.merge))
    assert found == Commits(remote.three, remote.merge, "the test merge and its first parent")
    assert missing(repository, [remote.three, remote.merge]) == []


def test_what_a_checkout_lacks_is_known_before_it_is_fetched(remote: Remote) -> None:
    repository = remote.checkout(remote.merge)
    assert missing(repository, [remote.merge, remote.three, remote.change]) == [remote.three, remote.change]


def test_a_checkout_of_the_head_is_compared_with_the_merge_base(remote: Remote) -> None:
    """Deeper than one step of deepening: the branch has 60 commits."""
    repository = remote.checkout(remote.change)
    found = find_commits(repository, OfPullRequest(remote.three, remote.change, remote.merge))
    assert found == Commits(remote.two, remote.change, "the merge base of the pull request")


def test_on_pull_request_target_the_head_is_fetched_and_not_checked_out(remote: Remote) -> None:
    repository = remote.checkout(remote.three)
    found = find_commits(repository, OfPullRequest(remote.three, remote.change, None))
    assert found == Commits(remote.two, remote.change, "the merge base of the pull request")
    assert repository.run("rev-parse", "HEAD").decode().strip() == remote.three
    assert not (repository.root / "b.sql").exists()


def test_a_merge_of_something_else_is_not_taken_for_the_test_merge(remote: Remote) -> None:
    repository = remote.checkout(remote.merge, depth=None)
    found = find_commits(repository, OfPullRequest(remote.three, remote.two, remote.merge))
    assert found == Commits(remote.two, remote.two, "the merge base of the pull request")


def test_a_push_or_a_merge_group_is_compared_as_named(remote: Remote) -> None:
    found = find_commits(remote.checkout(remote.three), Direct(remote.two, remote.three))
    assert found == Commits(remote.two, remote.three, "the commits that the event names")


def test_a_forced_push_whose_old_commit_is_gone_is_compared_with_the_default_branch(remote: Remote) -> None:
    found = find_commits(remote.checkout(remote.change), Direct("f" * 40, remote.change, otherwise="main"))
    assert found == Commits(remote.two, remote.change, "the merge base with the default branch")


def test_a_push_whose_old_commit_is_gone_for_no_reason_is_told(remote: Remote) -> None:
    with pytest.raises(GitError, match="cannot be fetched"):
        find_commits(remote.checkout(remote.change), Direct("f" * 40, remote.change))


def test_a_new_branch_is_compared_with_where_it_left_the_default_branch(remote: Remote) -> None:
    found = find_commits(remote.checkout(remote.change), SinceBranch(remote.change, "main"))
    assert found == Commits(remote.two, remote.change, "the merge base with the default branch")


def test_on_the_default_branch_the_commit_before_is_compared(remote: Remote) -> None:
    found = find_commits(remote.checkout(remote.three), SinceBranch(remote.three, "main"))
    assert found == Commits(remote.two, remote.three, "the commit before on the default branch")


def test_the_first_commit_of_all_is_compared_with_itself(remote: Remote) -> None:
    found = find_commits(remote.checkout(remote.one), SinceBranch(remote.one, "main"))
    assert found == Commits(remote.one, remote.one, "the first commit: there is nothing to compare it with")


def test_nothing_to_check_is_no_commits(remote: Remote) -> None:
    assert find_commits(remote.checkout(remote.one), Nothing("the branch was deleted")) is None


def test_histories_without_a_common_commit_are_told(remote: Remote) -> None:
    remote.git.git("checkout", "--quiet", "--orphan", "other")
    other = remote.git.commit({"z.sql": "SELECT 0"})
    with pytest.raises(GitError, match="no common commit"):
        find_commits(remote.checkout(other), SinceBranch(other, "main"))


def test_a_default_branch_that_is_not_there_is_told(remote: Remote) -> None:
    with pytest.raises(GitError, match="fetch-depth: 0"):
        find_commits(remote.checkout(remote.change), SinceBranch(remote.change, "trunk"))


def test_a_remote_that_is_gone_is_told_with_what_to_do(remote: Remote, tmp_path: Path) -> None:
    repository = remote.checkout(remote.change)
    remote.git.folder.rename(tmp_path / "elsewhere")
    with pytest.raises(GitError, match=r"fetch"):
        find_commits(repository, OfPullRequest(remote.three, remote.change, None))
