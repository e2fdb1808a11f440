from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import GitError
from checker.repo.repository import WORKTREE, Repository
from tests.git_repository import GitRepository, git


def _clone(repository: GitRepository, folder: Path, *options: str) -> Path:
    repository.git("clone", "--quiet", *options, repository.folder.as_uri(), str(folder))
    return folder


def test_the_base_is_where_head_left_the_default_branch(repository: GitRepository) -> None:
    start = repository.commit({"a.sql": "1"})
    repository.git("switch", "--quiet", "--create", "feature")
    head = repository.commit({"a.sql": "2"})
    repository.git("switch", "--quiet", "main")
    repository.commit({"b.sql": "1"})
    repository.git("switch", "--quiet", "feature")
    opened = repository.open()
    assert opened.default_base(WORKTREE) == opened.default_base(head) == opened.default_base("feature") == start


@pytest.mark.parametrize("branch", ["main", "master", "trunk", "develop", "ärger"])
def test_the_usual_names_and_an_only_branch_are_the_default_branch(tmp_path: Path, branch: str) -> None:
    made = GitRepository(tmp_path / "repository", branch=branch)
    sha = made.commit()
    assert made.open().default_base(WORKTREE) == sha


def test_the_configured_name_of_first_branches_is_tried_too(repository: GitRepository) -> None:
    repository.git("branch", "--move", "main", "stem")
    start = repository.commit()
    repository.git("switch", "--quiet", "--create", "feature")
    repository.commit()
    with pytest.raises(GitError, match="--base REV"):
        repository.open().default_base(WORKTREE)
    repository.git("config", "init.defaultBranch", "stem")
    assert repository.open().default_base(WORKTREE) == start


def test_of_several_branches_with_unusual_names_none_is_guessed(repository: GitRepository) -> None:
    repository.git("branch", "--move", "main", "develop")
    repository.commit()
    repository.git("branch", "stage")
    with pytest.raises(GitError, match="--base REV"):
        repository.open().default_base(WORKTREE)


def test_the_remote_says_which_branch_is_its_default(tmp_path: Path) -> None:
    made = GitRepository(tmp_path / "repository", branch="develop")
    made.commit()
    made.git("branch", "main")
    start = made.commit({"a.sql": ""})
    clone = _clone(made, tmp_path / "clone")
    assert Repository(clone).default_branch() == "refs/remotes/origin/develop"
    assert Repository(clone).default_base(WORKTREE) == start


def test_the_remotes_main_comes_before_a_stale_one_here(tmp_path: Path, repository: GitRepository) -> None:
    repository.commit()
    clone = _clone(repository, tmp_path / "clone")
    newer = repository.commit({"a.sql": ""})
    git(clone, "fetch", "--quiet")
    git(clone, "switch", "--quiet", "--create", "feature", "origin/main")
    git(clone, "remote", "set-head", "origin", "--delete")
    assert Repository(clone).default_base(WORKTREE) == newer


def test_a_remote_head_that_points_nowhere_is_passed_over(tmp_path: Path, repository: GitRepository) -> None:
    sha = repository.commit()
    clone = _clone(repository, tmp_path / "clone")
    git(clone, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
    assert Repository(clone).default_base(WORKTREE) == sha


def test_a_lone_branch_of_a_remote_is_not_taken_for_the_default_one(tmp_path: Path) -> None:
    """A CI checkout has nothing but the branch under test; compared with itself it would always pass."""
    made = GitRepository(tmp_path / "repository", branch="feature")
    made.commit()
    clone = _clone(made, tmp_path / "clone", "--origin", "upstream")
    git(clone, "remote", "set-head", "upstream", "--delete")
    with pytest.raises(GitError, match="the default branch is not here; run: git fetch upstream main, or name"):
        Repository(clone).default_base(WORKTREE)


def test_histories_without_a_common_commit_ask_for_a_base(repository: GitRepository) -> None:
    repository.commit({"a.sql": ""})
    repository.git("switch", "--quiet", "--orphan", "other")
    repository.commit({"b.sql": ""})
    with pytest.raises(GitError, match="no common commit here; name what to compare with: --base REV"):
        repository.open().default_base(WORKTREE)


def test_a_head_that_is_no_commit_is_refused(repository: GitRepository) -> None:
    repository.commit()
    with pytest.raises(GitError, match="no such revision"):
        repository.open().default_base("nowhere")


def test_a_linked_work_tree_has_its_own_head(tmp_path: Path, repository: GitRepository) -> None:
    start = repository.commit({"a.sql": ""})
    repository.git("worktree", "add", "--quiet", "-b", "feature", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")
    git(tmp_path / "linked", "commit", "--quiet", "--allow-empty", "--message", "x")
    assert linked.root == tmp_path / "linked"
    assert linked.resolve("HEAD") != start
    assert linked.default_base(WORKTREE) == start


def test_grafts_do_not_change_where_head_left(repository: GitRepository) -> None:
    first = repository.commit({"a.sql": "1"})
    start = repository.commit({"a.sql": "2"})
    repository.git("switch", "--quiet", "--create", "feature")
    head = repository.commit({"a.sql": "3"})
    (repository.folder / ".git" / "info" / "grafts").write_text(f"{head} {first}\n")
    assert repository.open().default_base(WORKTREE) == start
