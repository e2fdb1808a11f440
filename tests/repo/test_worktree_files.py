from __future__ import annotations

import os
from pathlib import Path

import pytest

from checker.errors import GitError
from checker.repo.files import read_contents
from checker.repo.repository import WORKTREE, Repository
from tests.git_repository import (
    MOST_BYTES,
    GitRepository,
    contents,
    git,
    listed,
    log_git,
    paths,
    read_all,
    run_python,
    skipped,
)


def _on_disk(repository: GitRepository) -> dict[str, bytes | None]:
    return contents(repository.open(), WORKTREE)


def _settle(repository: GitRepository) -> None:
    """Make the index certain that nobody touched the files."""
    for file in repository.folder.glob("**/*.sql"):
        os.utime(file, (1, 1), follow_symlinks=False)
    repository.git("update-index", "--refresh", "-q")


def test_an_unborn_branch_has_files_on_disk(repository: GitRepository) -> None:
    repository.write("a.sql", "A")
    assert _on_disk(repository) == {"a.sql": b"A"}


def test_edited_new_and_deleted_files_are_as_they_lie_on_disk(repository: GitRepository) -> None:
    repository.commit({"kept.sql": "kept", "edited.sql": "old", "deleted.sql": "gone", "staged.sql": "1"})
    repository.write("edited.sql", "new")
    repository.write("new.sql", "new file")
    repository.write("staged.sql", "2")
    repository.git("add", "staged.sql")
    repository.write("staged.sql", "3")
    (repository.folder / "deleted.sql").unlink()
    assert _on_disk(repository) == {
        "kept.sql": b"kept", "edited.sql": b"new", "new.sql": b"new file", "staged.sql": b"3",
    }  # fmt: skip


def test_untouched_files_are_known_by_the_index_and_not_read(repository: GitRepository) -> None:
    sha = repository.commit({"a.sql": "A", "d/b.sql": "B"})
    _settle(repository)
    listing = listed(repository.open(), WORKTREE)
    assert listing.entries == listed(repository.open(), sha).entries
    assert not listing.on_disk


def test_an_edit_that_keeps_size_and_time_is_seen(repository: GitRepository) -> None:
    repository.commit({"a.sql": "1"})
    _settle(repository)
    repository.write("a.sql", "2")
    os.utime(repository.folder / "a.sql", (1, 1))
    assert _on_disk(repository) == {"a.sql": b"2"}


def test_an_edit_in_the_same_moment_as_the_commit_is_seen(repository: GitRepository) -> None:
    for number in range(20):
        repository.commit({"a.sql": f"{number:02}"})
        repository.write("a.sql", f"x{number % 10}")
        assert _on_disk(repository) == {"a.sql": f"x{number % 10}".encode()}


def test_a_file_renamed_and_not_staged_is_only_under_its_new_name(repository: GitRepository) -> None:
    repository.commit({"old.sql": "A"})
    (repository.folder / "old.sql").rename(repository.folder / "new.sql")
    assert _on_disk(repository) == {"new.sql": b"A"}


def test_content_is_found_where_only_the_other_commit_has_the_path(repository: GitRepository) -> None:
    base = listed(repository.open(), repository.commit({"old.sql": "A"}))
    (repository.folder / "old.sql").rename(repository.folder / "new.sql")
    head = listed(repository.open(), WORKTREE)
    entries = [*head.entries, *base.entries]
    assert [one.data for one in read_contents(repository.open(), entries, head.on_disk, MOST_BYTES)] == [b"A"]


def test_ignored_files_are_left_out_by_every_ignore_file(
    tmp_path: Path, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ignore").write_text("by_user.sql\n")
    (tmp_path / "config").write_text(f"[core]\n\texcludesFile = {tmp_path / 'ignore'}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    (repository.folder / ".git" / "info" / "exclude").write_text("by_exclude.sql\n")
    repository.write(".gitignore", "by_root.sql\nbuild/\n")
    repository.write("d/.gitignore", "by_folder.sql\n!kept.sql\n")
    for path in ["by_user", "by_exclude", "by_root", "build/x", "d/by_folder", "d/kept", "seen"]:
        repository.write(f"{path}.sql")
    assert paths(listed(repository.open(), WORKTREE)) == ["d/kept.sql", "seen.sql"]


def test_a_tracked_file_is_read_even_if_ignored(repository: GitRepository) -> None:
    repository.write("a.sql", "A")
    repository.commit()
    repository.write(".gitignore", "*.sql\n")
    assert _on_disk(repository) == {"a.sql": b"A"}


def test_a_conflict_is_read_as_it_lies_on_disk(repository: GitRepository) -> None:
    repository.commit({"a.sql": "base\n", "b.sql": "base\n"})
    repository.git("switch", "--quiet", "--create", "other")
    repository.commit({"a.sql": "theirs\n", "b.sql": "theirs\n"})
    repository.git("switch", "--quiet", "main")
    (repository.folder / "b.sql").unlink()
    repository.commit({"a.sql": "ours\n"})
    with pytest.raises(AssertionError):
        repository.git("merge", "other")
    (repository.folder / "b.sql").unlink()
    found = _on_disk(repository)
    assert list(found) == ["a.sql"]
    assert b"<<<<<<<" in (found["a.sql"] or b"")


def test_a_file_only_meant_to_be_added_is_read(repository: GitRepository) -> None:
    repository.commit()
    repository.write("a.sql", "A")
    repository.git("add", "--intent-to-add", "a.sql")
    assert _on_disk(repository) == {"a.sql": b"A"}


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_an_edit_that_git_was_told_to_overlook_is_seen(repository: GitRepository, flag: str) -> None:
    repository.commit({"a.sql": "old"})
    repository.git("update-index", flag, "a.sql")
    repository.write("a.sql", "new")
    assert _on_disk(repository) == {"a.sql": b"new"}


def test_files_left_out_by_a_sparse_checkout_are_not_deleted(repository: GitRepository) -> None:
    sha = repository.commit({"in/a.sql": "A", "out/b.sql": "B"})
    repository.git("sparse-checkout", "set", "in")
    assert not (repository.folder / "out").exists()
    assert _on_disk(repository) == contents(repository.open(), sha)
    repository.git("sparse-checkout", "set", "--sparse-index", "in")
    assert _on_disk(repository) == contents(repository.open(), sha)


def test_a_file_that_became_a_folder_is_gone_and_what_is_in_it_new(repository: GitRepository) -> None:
    repository.commit({"a.sql": "A", "b/c.sql": "C"})
    (repository.folder / "a.sql").unlink()
    repository.write("a.sql/inner.sql", "I")
    (repository.folder / "b" / "c.sql").unlink()
    (repository.folder / "b").rmdir()
    repository.write("b", "no folder")
    assert _on_disk(repository) == {"a.sql/inner.sql": b"I"}


def test_names_that_differ_only_in_case_are_two_files(repository: GitRepository) -> None:
    repository.commit({"a.sql": "1", "A.sql": "2"})
    repository.write("A.sql", "3")
    assert _on_disk(repository) == {"a.sql": b"1", "A.sql": b"3"}


def test_empty_and_executable_files_are_read(repository: GitRepository) -> None:
    repository.write("empty.sql", "")
    repository.write("run.sql", "R").chmod(0o755)
    assert _on_disk(repository) == {"empty.sql": b"", "run.sql": b"R"}


def test_nested_repositories_and_submodules_are_told_and_not_entered(tmp_path: Path, repository: GitRepository) -> None:
    nested = GitRepository(repository.folder / "nested")
    nested.commit({"n.sql": "N"})
    other = GitRepository(tmp_path / "other")
    other.commit({"s.sql": "S"})
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.folder), "sub")
    listing = listed(repository.open(), WORKTREE)
    assert paths(listing) == []
    assert skipped(listing) == {"nested": "nested repository", "sub": "submodule"}


def test_a_submodule_is_a_repository_of_its_own(tmp_path: Path, repository: GitRepository) -> None:
    other = GitRepository(tmp_path / "other")
    other.commit({"s.sql": "S"})
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.folder), "sub")
    (repository.folder / "sub" / "new.sql").write_text("N")
    assert contents(Repository(repository.folder / "sub"), WORKTREE) == {"s.sql": b"S", "new.sql": b"N"}


def test_a_linked_work_tree_has_its_own_files(tmp_path: Path, repository: GitRepository) -> None:
    repository.commit({"a.sql": "A"})
    repository.git("worktree", "add", "--quiet", "-b", "feature", str(tmp_path / "linked"))
    (tmp_path / "linked" / "a.sql").write_text("linked")
    assert contents(Repository(tmp_path / "linked"), WORKTREE) == {"a.sql": b"linked"}
    assert _on_disk(repository) == {"a.sql": b"A"}


def test_a_subfolder_sees_the_files_of_the_whole_repository(repository: GitRepository) -> None:
    repository.commit({"a.sql": "A", "d/b.sql": "B"})
    repository.write("c.sql", "C")
    assert contents(Repository(repository.folder / "d"), WORKTREE) == {"a.sql": b"A", "c.sql": b"C", "d/b.sql": b"B"}


def test_listing_asks_git_a_fixed_number_of_times(
    tmp_path: Path, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit({f"{number}.sql": str(number) for number in range(50)})
    for number in range(50):
        repository.write(f"{number}.sql", f"new {number}")
    opened = repository.open()
    log = log_git(tmp_path, monkeypatch)
    assert len(read_all(opened, listed(opened, WORKTREE))) == 50
    assert len(log.read_text().splitlines()) == 2


@pytest.mark.parametrize("most_bytes", [MOST_BYTES, 2])
@pytest.mark.parametrize("change", ["edit", "grow", "delete", "link", "folder"])
def test_a_file_that_changes_after_it_was_listed_is_never_taken_for_what_it_was(
    repository: GitRepository, change: str, most_bytes: int
) -> None:
    file = repository.write("a.sql", "12345")
    opened = repository.open()
    listing = listed(opened, WORKTREE)
    file.unlink()
    if change in ("edit", "grow"):
        repository.write("a.sql", "54321" if change == "edit" else "123456")
    elif change == "link":
        repository.write("b.sql", "12345")
        file.symlink_to("b.sql")
    elif change == "folder":
        file.mkdir()
    with pytest.raises(GitError, match=r"'a\.sql' changed while it was being read; run it again"):
        read_all(opened, listing, most_bytes)


def test_a_file_that_nobody_may_read_ends_the_run_in_one_line(repository: GitRepository) -> None:
    repository.write("d/a.sql").chmod(0)
    code = (
        "import sys; from pathlib import Path; from checker.errors import GitError\n"
        "from checker.repo.repository import Repository; from checker.repo.files import list_files\n"
        "try: list_files(Repository(Path(sys.argv[1])), 'WORKTREE', lambda path: path.endswith(sys.argv[2]))\n"
        "except GitError as error: print(error)"
    )
    done = run_python(code, str(repository.folder), ".sql", powerless=True)
    assert done.stdout.startswith("'d/a.sql' cannot be read: Permission denied; mend"), done.stderr
    assert done.stdout.count("\n") == 1
    assert run_python(code, str(repository.folder), ".md", powerless=True).stdout == ""


def test_line_ends_converted_by_git_do_not_show_as_an_edit(repository: GitRepository) -> None:
    repository.git("config", "core.autocrlf", "true")
    repository.git("config", "core.safecrlf", "false")
    sha = repository.commit({"a.sql": "SELECT 1;\r\n"})
    _settle(repository)
    assert listed(repository.open(), WORKTREE).entries == listed(repository.open(), sha).entries


def test_the_index_is_not_written(repository: GitRepository) -> None:
    repository.commit({"a.sql": "A"})
    os.utime(repository.folder / "a.sql", (1, 1))
    before = (repository.folder / ".git" / "index").read_bytes()
    _on_disk(repository)
    assert (repository.folder / ".git" / "index").read_bytes() == before
    assert git(repository.folder, "status", "--porcelain") == ""
