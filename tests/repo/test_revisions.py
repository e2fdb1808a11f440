from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import GitError
from checker.repo.command import GitMissing
from checker.repo.files import list_files
from checker.repo.repository import WORKTREE, Repository
from tests.git_repository import GitRepository, is_sql, run_python, script


def _refused(repository: Repository, revision: str) -> str:
    with pytest.raises(GitError) as caught:
        repository.resolve(revision)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("revision", ["-x", "--all", "", " ", "main\nmain", "main\0", "\x1b[31m"])
def test_what_cannot_be_a_revision_is_refused_in_one_line(repository: GitRepository, revision: str) -> None:
    repository.commit({"a.sql": ""})
    assert "is not a revision" in _refused(repository.open(), revision)


@pytest.mark.parametrize(
    "revision", ["HEAD~999", "nowhere", "main..main", "^main", "main:a.sql", "HEAD^{tree}", "f" * 7]
)
def test_an_unknown_revision_is_refused_in_one_line(repository: GitRepository, revision: str) -> None:
    repository.commit({"a.sql": ""})
    assert "no such revision" in _refused(repository.open(), revision)


def test_a_sha_that_nobody_has_is_refused_where_there_is_no_remote(repository: GitRepository) -> None:
    repository.commit()
    assert "no such revision" in _refused(repository.open(), "0123456789" * 4)


@pytest.mark.parametrize("kind", ["tree", "blob"])
def test_the_sha_of_something_else_than_a_commit_says_what_it_is(repository: GitRepository, kind: str) -> None:
    repository.commit({"a.sql": ""})
    sha = repository.git("rev-parse", "HEAD^{tree}" if kind == "tree" else "HEAD:a.sql")
    assert f"is a {kind}, not a commit" in _refused(repository.open(), sha)


def test_every_usual_way_to_name_a_commit_works(repository: GitRepository) -> None:
    first = repository.commit({"a.sql": ""})
    second = repository.commit({"b.sql": ""})
    repository.git("tag", "--annotate", "--message", "one", "v1", first)
    repository.git("tag", "light", first)
    opened = repository.open()
    for name in ["HEAD~1", "v1", "light", "refs/tags/v1", first, first[:10], first.upper(), "main^", "@~"]:
        assert opened.resolve(name) == first
    assert opened.resolve("main") == opened.resolve("HEAD") == second


def test_a_branch_is_meant_where_a_file_has_the_same_name(repository: GitRepository) -> None:
    sha = repository.commit({"feature": "x", "feature.sql": ""})
    repository.git("branch", "feature")
    repository.commit({"b.sql": ""})
    assert repository.open().resolve("feature") == sha


def test_a_branch_whose_name_is_not_utf_8_is_found(repository: GitRepository) -> None:
    sha = repository.commit()
    repository.git("branch", "caf\udce9")
    assert repository.open().resolve("caf\udce9") == sha


def test_an_unborn_branch_has_no_commit(repository: GitRepository) -> None:
    opened = repository.open()
    assert not opened.has_commit()
    assert "no commit yet" in _refused(opened, "HEAD")
    with pytest.raises(GitError, match="no commit yet"):
        opened.default_base(WORKTREE)


def test_a_missing_branch_of_a_remote_names_the_command_that_fetches_it(repository: GitRepository) -> None:
    repository.commit()
    repository.git("remote", "add", "origin", "file:///nowhere")
    message = _refused(repository.open(), "origin/main; rm x")
    assert "run: git fetch origin '+refs/heads/main; rm x:refs/remotes/origin/main; rm x'" in message


def test_a_folder_without_a_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="not inside a git repository"):
        Repository(tmp_path)
    with pytest.raises(GitError, match="no such folder"):
        Repository(tmp_path / "nowhere")


@pytest.mark.parametrize("content", ["gitdir: /nowhere", "nonsense", ""])
def test_a_git_file_that_leads_nowhere_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / ".git").write_text(content)
    with pytest.raises(GitError, match="not inside a git repository"):
        Repository(tmp_path)


def test_a_folder_that_git_itself_cannot_read_is_refused_in_one_line(repository: GitRepository) -> None:
    (repository.folder / ".git" / "config").write_text("[core\n")
    with pytest.raises(GitError) as caught:
        repository.open()
    assert "\n" not in str(caught.value)


def test_a_subfolder_and_the_git_folder_lead_to_the_same_root(repository: GitRepository) -> None:
    repository.commit({"a/b/c.sql": ""})
    assert Repository(repository.folder / "a" / "b").root == repository.folder
    assert Repository(repository.folder / ".git").root == repository.folder


def test_a_folder_named_like_a_variable_is_taken_literally(tmp_path: Path) -> None:
    made = GitRepository(tmp_path / "$HOME")
    assert made.open().root == made.folder


def test_variables_that_a_hook_sets_do_not_lead_elsewhere(
    tmp_path: Path, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = GitRepository(tmp_path / "other")
    other.commit({"other.sql": ""})
    sha = repository.commit({"a.sql": ""})
    monkeypatch.setenv("GIT_DIR", str(other.folder / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.folder))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.folder / ".git" / "index"))
    opened = repository.open()
    assert opened.resolve("HEAD") == sha
    assert [entry.path for entry in list_files(opened, WORKTREE, is_sql).entries] == ["a.sql"]


def test_a_bare_repository_has_commits_and_no_work_tree(tmp_path: Path, repository: GitRepository) -> None:
    sha = repository.commit({"a.sql": ""})
    repository.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare.git"))
    opened = Repository(tmp_path / "bare.git")
    assert [entry.path for entry in list_files(opened, opened.resolve("main"), is_sql).entries] == ["a.sql"]
    assert opened.default_base(WORKTREE) == sha
    with pytest.raises(GitError, match="--head REV"):
        list_files(opened, WORKTREE, is_sql)


def test_a_bare_repository_that_came_as_files_is_refused(repository: GitRepository) -> None:
    GitRepository(repository.folder / "planted", "--bare")
    (repository.folder / "planted" / "refs" / "keep").touch()
    assert Repository(repository.folder / "planted").is_bare
    repository.commit()
    with pytest.raises(GitError, match="came as files"):
        Repository(repository.folder / "planted")


def test_a_missing_git_program_is_told_in_one_line(repository: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.commit()
    opened = repository.open()
    monkeypatch.setenv("PATH", str(repository.folder))
    with pytest.raises(GitMissing):
        opened.resolve("HEAD")
    code = (
        "import sys; from pathlib import Path; from checker.errors import GitError\n"
        "from checker.repo.repository import Repository\n"
        "try: Repository(Path(sys.argv[1]))\nexcept GitError as error: print(error)"
    )
    done = run_python(code, str(repository.folder))
    assert done.stdout == "git is not installed, or not on the PATH; install git 2.30 or newer\n", done.stderr


def test_a_git_that_fails_is_told_in_one_line(
    tmp_path: Path, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = repository.commit({"a.sql": ""})
    opened = repository.open()
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin" / "git", "echo 'hint: one' >&2; echo 'fatal: \x1bbroken' >&2; echo more >&2; exit 128")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for revision in [sha, WORKTREE]:
        with pytest.raises(GitError, match=r"^git ls-\w+ failed: fatal: \?broken$"):
            list_files(opened, revision, is_sql)
    with pytest.raises(GitError) as caught:
        opened.resolve(sha)
    assert "\n" not in str(caught.value)


def test_a_repository_that_vanishes_is_told_in_one_line(repository: GitRepository) -> None:
    repository.commit()
    opened = repository.open()
    repository.folder.rename(repository.folder.with_name("moved"))
    with pytest.raises(GitError, match="is not there any more"):
        opened.resolve("HEAD")
