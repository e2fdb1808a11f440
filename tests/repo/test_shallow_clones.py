from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import GitError
from checker.repo.repository import WORKTREE, Repository
from tests.git_repository import GitRepository, contents, git


@pytest.fixture
def first(repository: GitRepository) -> str:
    """The first of three commits; a clone of depth 1 lacks it."""
    sha = repository.commit({"a.sql": "1"})
    repository.commit({"a.sql": "2"})
    repository.commit({"a.sql": "3"})
    return sha


def _clone(repository: GitRepository, folder: Path, *options: str) -> Path:
    repository.git("clone", "--quiet", *options, repository.folder.as_uri(), str(folder))
    return folder


def test_a_missing_commit_is_fetched_by_sha_where_the_remote_allows_it(
    tmp_path: Path, repository: GitRepository, first: str
) -> None:
    repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = _clone(repository, tmp_path / "clone", "--depth=1")
    opened = Repository(clone)
    assert opened.resolve(first) == first
    assert contents(opened, first) == {"a.sql": b"1"}


def test_fetching_moves_no_branch_and_prunes_none(tmp_path: Path, repository: GitRepository, first: str) -> None:
    repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repository.git("branch", "doomed")
    clone = _clone(repository, tmp_path / "clone", "--depth=1", "--no-single-branch")
    repository.git("branch", "--delete", "doomed")
    repository.commit({"a.sql": "4"})
    git(clone, "config", "fetch.prune", "true")
    before = git(clone, "for-each-ref")
    Repository(clone).resolve(first)
    assert git(clone, "for-each-ref") == before


def test_fetching_does_not_make_a_whole_clone_shallow(tmp_path: Path, repository: GitRepository, first: str) -> None:
    repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = _clone(repository, tmp_path / "clone")
    later = repository.commit({"a.sql": "4"})
    opened = Repository(clone)
    assert opened.resolve(later) == later
    assert not opened.is_shallow
    assert opened.resolve(f"{later}~3") == first


def test_where_the_remote_refuses_the_command_to_run_is_told(
    tmp_path: Path, repository: GitRepository, first: str
) -> None:
    repository.git("config", "uploadpack.allowAnySHA1InWant", "false")
    clone = _clone(repository, tmp_path / "clone", "--depth=1")
    git(clone, "config", "protocol.version", "0")  # in version 2 every server gives any sha
    with pytest.raises(GitError) as caught:
        Repository(clone).resolve(first)
    assert str(caught.value).endswith(f"run: git fetch --depth=1 origin {first}")
    assert "\n" not in str(caught.value)


def test_where_the_remote_is_gone_the_command_to_run_is_told(
    tmp_path: Path, repository: GitRepository, first: str
) -> None:
    clone = _clone(repository, tmp_path / "clone", "--depth=1")
    repository.folder.rename(tmp_path / "moved")
    with pytest.raises(GitError, match=f"run: git fetch --depth=1 origin {first}$"):
        Repository(clone).resolve(first)


def test_a_revision_before_the_cut_names_the_command_that_fetches_the_rest(
    tmp_path: Path, repository: GitRepository, first: str
) -> None:
    clone = _clone(repository, tmp_path / "clone", "--depth=1")
    with pytest.raises(GitError, match=r"run: git fetch --unshallow origin$"):
        Repository(clone).resolve("HEAD~2")
    git(clone, "fetch", "--quiet", "--unshallow", "origin")
    assert Repository(clone).resolve("HEAD~2") == first


def test_a_merge_base_before_the_cut_names_the_command_that_fetches_the_rest(
    tmp_path: Path, repository: GitRepository, first: str
) -> None:
    repository.git("switch", "--quiet", "--create", "feature", first)
    repository.commit({"b.sql": ""})
    repository.git("switch", "--quiet", "main")
    clone = _clone(repository, tmp_path / "clone", "--depth=1", "--no-single-branch")
    git(clone, "switch", "--quiet", "feature")
    with pytest.raises(GitError, match=r"run: git fetch --unshallow origin$"):
        Repository(clone).default_base(WORKTREE)
    git(clone, "fetch", "--quiet", "--unshallow", "origin")
    assert Repository(clone).default_base(WORKTREE) == first


def test_a_branch_that_a_shallow_clone_left_out_names_the_command_that_brings_it(
    tmp_path: Path, repository: GitRepository, first: str
) -> None:
    repository.git("branch", "release/1", first)
    clone = _clone(repository, tmp_path / "clone", "--depth=1")
    with pytest.raises(GitError) as caught:
        Repository(clone).resolve("origin/release/1")
    command = str(caught.value).partition("run: git ")[2].split()
    git(clone, *command)
    assert Repository(clone).resolve("origin/release/1") == first


def test_blobs_that_a_partial_clone_left_out_are_brought_by_git(
    tmp_path: Path, repository: GitRepository, first: str
) -> None:
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = _clone(repository, tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    assert contents(Repository(clone), first) == {"a.sql": b"1"}


def test_blobs_that_nobody_can_bring_any_more_are_told_in_one_line(
    tmp_path: Path, repository: GitRepository, first: str
) -> None:
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = _clone(repository, tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    repository.folder.rename(tmp_path / "moved")
    with pytest.raises(GitError, match=r"^git cannot read blob .*partial clone.*reached$"):
        contents(Repository(clone), first)
