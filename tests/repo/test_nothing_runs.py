from __future__ import annotations

import os
from pathlib import Path

import pytest

from checker.errors import GitError
from checker.repo.repository import WORKTREE, Repository
from tests.git_repository import GitRepository, contents, git, listed, paths, read_all, script, skipped

_HOOKS = [
    "post-checkout",
    "post-index-change",
    "pre-auto-gc",
    "reference-transaction",
    "fsmonitor-watchman",
    "post-merge",
]
_SECRET = b"the secret"


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    """A file that comes into being when something ran that must not."""
    return tmp_path / "marker"


@pytest.fixture
def trap(tmp_path: Path, marker: Path) -> str:
    return script(tmp_path / "trap", f'touch "{marker}"; cat')


def _use(repository: GitRepository) -> None:
    """Everything that a check does with a repository."""
    opened = repository.open()
    base = opened.default_base(WORKTREE)
    for revision in [base, opened.resolve("HEAD"), WORKTREE]:
        contents(opened, revision)


def _touch_all(repository: GitRepository) -> None:
    """Leave git in doubt about every file, so that it would have to look inside."""
    for file in repository.folder.glob("**/*.sql"):
        os.utime(file)


def test_no_hook_runs(repository: GitRepository, marker: Path, trap: str) -> None:
    repository.commit({"a.sql": "A"})
    for hook in _HOOKS:
        (repository.folder / ".git" / "hooks" / hook).symlink_to(trap)
    _touch_all(repository)
    _use(repository)
    assert not marker.exists()
    repository.git("add", "--renormalize", ".")
    assert marker.exists(), "the trap is not set"


def test_no_hook_runs_from_a_configured_folder(repository: GitRepository, marker: Path, trap: str) -> None:
    repository.commit({"a.sql": "A"})
    for hook in _HOOKS:
        repository.write(f"hooks/{hook}", f"#!/bin/sh\ntouch {marker}\n").chmod(0o755)
    repository.git("config", "core.hooksPath", str(repository.folder / "hooks"))
    _use(repository)
    assert not marker.exists()


def test_no_file_system_monitor_runs(repository: GitRepository, marker: Path, trap: str) -> None:
    repository.commit({"a.sql": "A"})
    repository.git("config", "core.fsmonitor", trap)
    git(repository.folder, "status")
    assert marker.exists()
    marker.unlink()
    _touch_all(repository)
    _use(repository)
    assert not marker.exists()


@pytest.mark.parametrize("driver", ["clean", "smudge", "process"])
def test_no_filter_runs(repository: GitRepository, marker: Path, trap: str, driver: str) -> None:
    repository.commit({"a.sql": "A", "b.sql": "B"})
    repository.write(".gitattributes", "*.sql filter=trap\n")
    repository.git("config", f"filter.trap.{driver}", trap)
    repository.git("config", "filter.trap.required", "true")
    _touch_all(repository)
    repository.write("b.sql", "C")
    repository.write("new.sql", "N")
    _use(repository)
    assert not marker.exists()
    assert contents(repository.open(), WORKTREE) == {"a.sql": b"A", "b.sql": b"C", "new.sql": b"N"}
    if driver == "clean":
        repository.git("add", "b.sql")
        assert marker.exists(), "the trap is not set"


def test_no_text_conversion_or_external_diff_runs(repository: GitRepository, marker: Path, trap: str) -> None:
    repository.commit({"a.sql": "A", ".gitattributes": "*.sql diff=trap\n"})
    for key in ["diff.trap.textconv", "diff.trap.command", "diff.external"]:
        repository.git("config", key, trap)
    repository.write("a.sql", "B")
    _use(repository)
    assert not marker.exists()


def test_no_alias_pager_or_editor_runs(repository: GitRepository, marker: Path, trap: str) -> None:
    repository.commit({"a.sql": "A"})
    for key in ["core.pager", "pager.ls-files", "core.editor", "alias.ls-files", "alias.rev-parse", "core.askPass"]:
        repository.git("config", key, trap if "alias" not in key else f"!{trap}")
    _use(repository)
    assert not marker.exists()


def test_reading_what_is_here_reaches_no_remote(repository: GitRepository, marker: Path, trap: str) -> None:
    repository.commit({"a.sql": "A"})
    repository.git("remote", "add", "origin", "ssh://nowhere.invalid/x")
    for key in ["core.sshCommand", "core.gitProxy", "credential.helper", "core.alternateRefsCommand"]:
        repository.git("config", key, trap)
    _use(repository)
    with pytest.raises(GitError):
        repository.open().resolve("nowhere")
    assert not marker.exists()


def test_a_remote_that_is_a_command_is_not_run(repository: GitRepository, marker: Path, trap: str) -> None:
    repository.commit()
    repository.git("remote", "add", "origin", f"ext::{trap}")
    repository.git("config", "protocol.ext.allow", "always")
    with pytest.raises(GitError, match="cannot be fetched"):
        repository.open().resolve("1" * 40)
    assert not marker.exists()


def test_a_repository_of_another_user_is_read_and_names_no_command(
    repository: GitRepository, marker: Path, trap: str
) -> None:
    repository.commit({"a.sql": "A"})
    repository.git("remote", "add", "origin", "ssh://nowhere.invalid/x")
    repository.git("config", "core.sshCommand", trap)
    if os.geteuid() == 0:  # only root can give a file away; for others the first half is tested
        for path in [repository.folder, *repository.folder.glob("**/*")]:
            os.chown(path, 12345, 12345)
        with pytest.raises(GitError, match="cannot be fetched"):
            repository.open().resolve("1" * 40)
    assert contents(repository.open(), WORKTREE) == {"a.sql": b"A"}
    assert not marker.exists()


def _outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "a.sql").write_bytes(_SECRET)
    return folder


@pytest.mark.parametrize("is_tracked", [True, False])
def test_a_link_is_told_and_not_followed(tmp_path: Path, repository: GitRepository, is_tracked: bool) -> None:
    outside = _outside(tmp_path)
    repository.commit({"real.sql": "R"})
    (repository.folder / "absolute.sql").symlink_to(outside / "a.sql")
    (repository.folder / "inner.sql").symlink_to("real.sql")
    (repository.folder / "dangling.sql").symlink_to("nowhere")
    (repository.folder / "folder.sql").symlink_to(outside)
    (repository.folder / "passwd.sql").symlink_to("/etc/passwd")
    (repository.folder / "folder").symlink_to(outside)
    if is_tracked:
        repository.commit()
    listing = listed(repository.open(), WORKTREE)
    assert paths(listing) == ["real.sql"]
    links = ["absolute.sql", "dangling.sql", "folder.sql", "inner.sql", "passwd.sql"]
    assert skipped(listing) == dict.fromkeys(links, "symlink")


def test_a_link_in_place_of_a_tracked_file_is_told_and_not_followed(tmp_path: Path, repository: GitRepository) -> None:
    outside = _outside(tmp_path)
    repository.commit({"a.sql": "A"})
    (repository.folder / "a.sql").unlink()
    (repository.folder / "a.sql").symlink_to(outside / "a.sql")
    listing = listed(repository.open(), WORKTREE)
    assert (paths(listing), skipped(listing)) == ([], {"a.sql": "symlink"})


def test_a_file_in_place_of_a_tracked_link_is_read(repository: GitRepository) -> None:
    (repository.folder / "a.sql").symlink_to("/etc/passwd")
    repository.commit()
    (repository.folder / "a.sql").unlink()
    repository.write("a.sql", "A")
    assert contents(repository.open(), WORKTREE) == {"a.sql": b"A"}


def test_a_link_that_git_wrote_as_a_file_is_still_a_link(repository: GitRepository) -> None:
    repository.git("config", "core.symlinks", "false")
    repository.git("update-index", "--add", "--cacheinfo", f"120000,{repository.blob(b'/etc/passwd')},a.sql")
    repository.git("checkout-index", "--all", "--index")
    os.utime(repository.folder / "a.sql", (1, 1))
    repository.git("update-index", "--refresh", "-q")
    assert skipped(listed(repository.open(), WORKTREE)) == {"a.sql": "symlink"}


def test_a_link_in_place_of_a_folder_is_told_for_each_file_and_not_followed(
    tmp_path: Path, repository: GitRepository
) -> None:
    outside = _outside(tmp_path)
    repository.commit({"top/d/a.sql": "A", "top/b.sql": "B"})
    (repository.folder / "top" / "d" / "a.sql").unlink()
    (repository.folder / "top" / "d").rmdir()
    (repository.folder / "top" / "d").symlink_to(outside)
    listing = listed(repository.open(), WORKTREE)
    assert (paths(listing), skipped(listing)) == (["top/b.sql"], {"top/d/a.sql": "symlink"})


def test_a_folder_swapped_for_a_link_after_listing_is_not_followed(tmp_path: Path, repository: GitRepository) -> None:
    outside = _outside(tmp_path)
    repository.commit()
    file = repository.write("d/a.sql", _SECRET)
    opened = repository.open()
    listing = listed(opened, WORKTREE)
    file.unlink()
    file.parent.rmdir()
    file.parent.symlink_to(outside)
    with pytest.raises(GitError, match="changed while it was being read"):
        read_all(opened, listing)


def test_a_fifo_in_place_of_a_file_is_told_and_not_opened(repository: GitRepository) -> None:
    repository.commit({"a.sql": "A", "b.sql": "B"})
    (repository.folder / "a.sql").unlink()
    os.mkfifo(repository.folder / "a.sql")
    os.mkfifo(repository.folder / "new.sql")
    listing = listed(repository.open(), WORKTREE)
    assert (paths(listing), skipped(listing)) == (["b.sql"], {"a.sql": "special file"})


def test_an_ignore_file_that_is_a_link_is_not_followed(tmp_path: Path, repository: GitRepository) -> None:
    (tmp_path / "patterns").write_text("*.sql\n")
    (repository.folder / ".gitignore").symlink_to(tmp_path / "patterns")
    repository.write("a.sql", "A")
    assert contents(repository.open(), WORKTREE) == {"a.sql": b"A"}


def test_a_file_of_the_repository_is_not_taken_for_a_program(
    repository: GitRepository, marker: Path, trap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("git", f"#!/bin/sh\ntouch {marker}\n").chmod(0o755)
    repository.commit({"a.sql": "A", "sitecustomize.py": f"open({str(marker)!r}, 'w')\n"})
    monkeypatch.chdir(repository.folder)
    contents(Repository(Path()), WORKTREE)
    assert not marker.exists()
