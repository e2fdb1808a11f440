from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest

from checker.errors import GitError
from checker.repo.files import Entry, read_contents
from checker.repo.repository import WORKTREE, Repository
from tests.git_repository import (
    MOST_BYTES,
    GitRepository,
    contents,
    git,
    is_sql,
    listed,
    log_git,
    paths,
    read_all,
    skipped,
)

_ODD_PATHS = [
    "-rf.sql", "--help.sql", "a b.sql", "a\nb.sql", "a\tb.sql", "'q'.sql", '"q".sql', "\\x.sql", "*.sql",
    "[a].sql", ":(glob)x.sql", ":!x.sql", "#x.sql", "ä/ö.sql", "caf\udce9.sql", "\x01.sql", "..sql", "a..b/x.sql",
    "X.sql", "x.sql", "$(touch y).sql",
]  # fmt: skip


def test_wanted_files_come_sorted_by_path_with_their_content(repository: GitRepository) -> None:
    sha = repository.commit({"b.sql": "B", "a/z.sql": "Z", "a.sql": "", "a-b.sql": "-", "readme.md": "no"})
    assert paths(listed(repository.open(), sha)) == ["a-b.sql", "a.sql", "a/z.sql", "b.sql"]
    assert contents(repository.open(), sha) == {"a-b.sql": b"-", "a.sql": b"", "a/z.sql": b"Z", "b.sql": b"B"}


def test_a_commit_is_read_as_it_was_and_the_disk_left_alone(repository: GitRepository) -> None:
    sha = repository.commit({"a.sql": "old"})
    repository.commit({"a.sql": "new"})
    repository.write("a.sql", "newest")
    assert contents(repository.open(), sha) == {"a.sql": b"old"}
    assert (repository.folder / "a.sql").read_text() == "newest"


@pytest.mark.parametrize("revision", ["HEAD", WORKTREE])
def test_paths_may_hold_any_byte(repository: GitRepository, revision: str) -> None:
    repository.commit({path: path.encode("utf-8", "surrogateescape") for path in _ODD_PATHS})
    repository.write("new\n-.sql", "new\n-.sql")
    new = ["new\n-.sql"] if revision == WORKTREE else []
    opened = repository.open()
    found = contents(opened, opened.resolve(revision) if revision == "HEAD" else WORKTREE)
    assert found == {path: path.encode("utf-8", "surrogateescape") for path in [*_ODD_PATHS, *new]}


@pytest.mark.parametrize("revision", ["HEAD", WORKTREE])
def test_a_sha256_repository_is_read_like_any_other(tmp_path: Path, revision: str) -> None:
    made = GitRepository(tmp_path / "repository", "--object-format=sha256")
    made.commit({"a.sql": "A", "b.sql": "B"})
    made.write("b.sql", "B2")
    opened = made.open()
    listing = listed(opened, WORKTREE if revision == WORKTREE else opened.resolve("HEAD"))
    assert {len(entry.blob) for entry in listing.entries} == {64}
    wanted = {b"A", b"B2" if revision == WORKTREE else b"B"}
    assert {one.data for one in read_all(opened, listing)} == wanted


def test_executable_files_are_files(repository: GitRepository) -> None:
    repository.write("run.sql").chmod(0o755)
    assert paths(listed(repository.open(), repository.commit())) == ["run.sql"]


def test_links_and_submodules_are_told_and_not_followed(repository: GitRepository) -> None:
    blob, commit = repository.blob(b"/etc/passwd"), "1" * 40
    links = [("120000", "link.sql", blob), ("120000", "link.md", blob)]
    sha = repository.commit_tree(*links, ("160000", "vendor", commit), ("100644", "a.sql", blob))
    listing = listed(repository.open(), sha)
    assert paths(listing) == ["a.sql"]
    assert skipped(listing) == {"link.sql": "symlink", "vendor": "submodule"}


def test_a_tree_made_by_hand_cannot_name_a_path_outside(repository: GitRepository) -> None:
    blob = repository.blob(b"x")
    inner = repository.git("mktree", "-z", stdin=f"100644 blob {blob}\tx.sql\0".encode())
    sha = repository.commit_tree(
        ("040000", "..", inner), ("040000", ".git", inner), ("040000", ".GIT", inner), ("100644", "a.sql", blob)
    )  # fmt: skip
    listing = listed(repository.open(), sha)
    assert paths(listing) == ["a.sql"]
    assert set(skipped(listing)) == {"../x.sql", ".git/x.sql", ".GIT/x.sql"}


def test_one_git_process_gives_the_content_of_all_blobs(
    tmp_path: Path, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = repository.commit({f"{number}.sql": str(number) * 1000 for number in range(700)})
    opened = repository.open()
    listing = listed(opened, sha)
    log = log_git(tmp_path, monkeypatch)
    assert len(read_all(opened, listing)) == 700
    calls = log.read_text().splitlines()
    assert len(calls) == 1
    assert calls[0].endswith("cat-file --batch")


def test_equal_blobs_are_read_once(repository: GitRepository) -> None:
    sha = repository.commit({"a.sql": "same", "b.sql": "same", "c.sql": "other"})
    assert sorted(str(one.data) for one in read_all(repository.open(), listed(repository.open(), sha))) == [
        "b'other'",
        "b'same'",
    ]


def test_nothing_is_started_where_nothing_is_wanted(
    tmp_path: Path, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit()
    opened = repository.open()
    log = log_git(tmp_path, monkeypatch)
    assert list(read_contents(opened, [], frozenset(), MOST_BYTES)) == []
    assert log.read_text() == ""


@pytest.mark.parametrize("revision", ["HEAD", WORKTREE])
def test_a_file_over_the_limit_gives_only_its_size(repository: GitRepository, revision: str) -> None:
    sha = repository.commit({"a.sql": "1234", "b.sql": "12345", "c.sql": "123456789" * 300_000})
    for path in ["a.sql", "b.sql", "c.sql"]:
        os.utime(repository.folder / path, (1, 1))
    listing = listed(repository.open(), WORKTREE if revision == WORKTREE else sha)
    found = {one.size: one.data for one in read_all(repository.open(), listing, 4)}
    assert found == {4: b"1234", 5: None, 2_700_000: None}


def _children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_no_process_is_left_when_reading_stops_early(repository: GitRepository) -> None:
    sha = repository.commit({f"{number}.sql": str(number) for number in range(10)})
    opened = repository.open()
    entries = listed(opened, sha).entries
    before = _children()
    reading = read_contents(opened, entries, frozenset(), MOST_BYTES)
    next(reading)
    assert len(_children() - before) == 1
    reading.close()  # type: ignore[attr-defined]
    assert _children() == before


def test_a_missing_blob_is_told_in_one_line(repository: GitRepository) -> None:
    sha = repository.commit_tree(("100644", "a.sql", "1" * 40))
    with pytest.raises(GitError, match=rf"^git cannot read blob {'1' * 40}; run: git fsck"):
        contents(repository.open(), sha)


@pytest.mark.parametrize("most_bytes", [MOST_BYTES, 1])
@pytest.mark.parametrize("damage", ["cut", "nonsense", "other content", "other size"])
def test_a_damaged_blob_is_told_in_one_line(repository: GitRepository, damage: str, most_bytes: int) -> None:
    sha = repository.commit({"a.sql": os.urandom(3000).hex()})
    blob = repository.git("rev-parse", "HEAD:a.sql")
    file = repository.folder / ".git" / "objects" / blob[:2] / blob[2:]
    file.chmod(0o644)
    whole = file.read_bytes()
    file.write_bytes(
        {
            "cut": whole[:1000],
            "nonsense": b"nonsense",
            "other content": zlib.compress(b"blob 6000\0" + b"x" * 6000),
            "other size": zlib.compress(b"blob 9000\0" + b"x" * 6000),
        }[damage]
    )
    if damage == "other content" and most_bytes == 1:
        assert contents(repository.open(), sha, most_bytes) == {"a.sql": None}  # nothing of it is used
        return
    with pytest.raises(GitError, match=f"blob {blob}") as caught:
        contents(repository.open(), sha, most_bytes)
    assert "\n" not in str(caught.value)


def test_a_missing_tree_is_told_in_one_line(repository: GitRepository) -> None:
    repository.commit({"a/b.sql": ""})
    sha = repository.commit_tree(("040000", "a", "1" * 40))
    with pytest.raises(GitError, match=r"^git ls-tree failed: ") as caught:
        listed(repository.open(), sha)
    assert "\n" not in str(caught.value)


def test_an_object_that_is_no_blob_is_refused(repository: GitRepository) -> None:
    sha = repository.commit({"a.sql": ""})
    with pytest.raises(GitError, match=f"git cannot read blob {sha}"):
        list(read_contents(repository.open(), [Entry("a.sql", sha)], frozenset(), MOST_BYTES))


def test_replaced_objects_are_read_as_they_were(repository: GitRepository) -> None:
    sha = repository.commit({"a.sql": "true"})
    other = repository.commit({"a.sql": "false"})
    repository.git(
        "replace", repository.git("rev-parse", f"{sha}:a.sql"), repository.git("rev-parse", f"{other}:a.sql")
    )
    repository.git("replace", sha, other)
    assert contents(repository.open(), sha) == {"a.sql": b"true"}


def test_objects_borrowed_from_another_repository_are_read(tmp_path: Path, repository: GitRepository) -> None:
    sha = repository.commit({"a.sql": "A"})
    git(tmp_path, "clone", "--quiet", "--shared", str(repository.folder), "borrower")
    assert contents(Repository(tmp_path / "borrower"), sha) == {"a.sql": b"A"}


def test_the_same_content_has_one_id_on_disk_and_in_git(repository: GitRepository) -> None:
    repository.write("a.sql", "A")
    new = listed(repository.open(), WORKTREE)
    assert is_sql(new.entries[0].path)
    assert new.entries == listed(repository.open(), repository.commit()).entries
    assert new.on_disk == {new.entries[0].blob}
