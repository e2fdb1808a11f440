"""The files of a commit or of the work tree: which there are, and what they hold."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from checker.errors import GitError
from checker.repo.repository import WORKTREE, Repository

_SYMLINK, _SUBMODULE = "120000", "160000"
_BATCH = 256  # ids per round trip: few enough that git never waits for us while we wait for git

Wanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Entry:
    """A file: its path from the root of the repository, and the id of its content."""

    path: str
    blob: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that looks like a file of ours and is not followed."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The wanted files of one commit."""

    entries: tuple[Entry, ...]
    skipped: tuple[Skipped, ...] = ()
    on_disk: frozenset[str] = field(default=frozenset())
    """Blobs that git does not have: files of the work tree as they lie there."""


@dataclass(frozen=True, slots=True)
class Content:
    """A blob's bytes, or only its size where that is over the limit."""

    blob: str
    size: int
    data: bytes | None


def list_files(repository: Repository, revision: str, wanted: Wanted) -> Listing:
    """The wanted files of a commit (`revision` is a sha) or of the work tree, by path."""
    if revision == WORKTREE:
        return _list_worktree(repository, wanted)
    records = repository.run("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", revision)
    tracked = {path: (mode, blob) for mode, _, blob, path in _records(records)}
    return _listing(tracked, wanted)


def _records(output: bytes) -> Iterator[tuple[str, str, str, str]]:
    """`mode type id TAB path`, as ls-tree prints; paths may hold any byte but NUL."""
    for record in output.split(b"\0"):
        meta, _, path = record.partition(b"\t")
        if path:
            mode, second, third = meta.decode("ascii").split()
            yield mode, second, third, path.decode("utf-8", "surrogateescape")


def _listing(tracked: dict[str, tuple[str, str]], wanted: Wanted, on_disk: frozenset[str] = frozenset()) -> Listing:
    entries: list[Entry] = []
    skipped: list[Skipped] = []
    for path in sorted(tracked):
        mode, blob = tracked[path]
        if mode == _SUBMODULE:
            skipped.append(Skipped(path, "submodule"))
        elif wanted(path):
            if mode == _SYMLINK:
                skipped.append(Skipped(path, "symlink"))
            else:
                entries.append(Entry(path, blob))
    return Listing(tuple(entries), tuple(skipped), on_disk)


def _list_worktree(repository: Repository, wanted: Wanted) -> Listing:
    """Tracked files and new ones that .gitignore does not name, as they lie on disk.

    The index knows the ids of the files that nobody touched; only the others are read.
    """
    tracked = {
        path: (mode, blob)
        for mode, blob, _, path in _records(repository.run("ls-files", "-z", "--stage", "--full-name", ":/"))
    }
    touched = _paths(repository.run("diff-files", "-z", "--name-only"))
    new = _paths(repository.run("ls-files", "-z", "--others", "--exclude-standard", "--full-name", ":/"))
    on_disk: set[str] = set()
    for path in touched | new:
        if tracked.get(path, ("", ""))[0] == _SUBMODULE or not wanted(path):
            continue
        found = _look_at(repository.root, path)
        if found is None:
            tracked.pop(path, None)
        else:
            tracked[path] = found
            on_disk.add(found[1])
    return _listing(tracked, wanted, frozenset(on_disk))


def _paths(output: bytes) -> set[str]:
    return {path.decode("utf-8", "surrogateescape") for path in output.split(b"\0") if path}


def _look_at(root: Path, path: str) -> tuple[str, str] | None:
    """Mode and id of a file on disk; the id is the one git would give its bytes."""
    try:
        content = read_on_disk(root, path)
    except (FileNotFoundError, NotADirectoryError):
        return None  # deleted, and not yet staged
    except OSError:
        return _SYMLINK, ""
    header = f"blob {len(content)}\0".encode()
    return "100644", hashlib.sha1(header + content, usedforsecurity=False).hexdigest()


def read_on_disk(root: Path, path: str) -> bytes:
    """A regular file's content. Raises OSError for links, also in a parent folder, and for devices."""
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        *parents, name = path.split("/")
        for parent in parents:
            inner = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)
    with os.fdopen(file, "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError(f"{path} is not a regular file")
        return stream.read()


def read_contents(
    repository: Repository, entries: Iterable[Entry], on_disk: frozenset[str], most_bytes: int
) -> Iterator[Content]:
    """The content of each blob once, all in one pass of `cat-file --batch`."""
    blobs = {entry.blob: entry.path for entry in entries}
    for blob in sorted(blobs.keys() & on_disk):
        data = read_on_disk(repository.root, blobs[blob])
        yield Content(blob, len(data), data if len(data) <= most_bytes else None)
    in_git = sorted(blobs.keys() - on_disk)
    if not in_git:
        return
    with repository.pipe("cat-file", "--batch") as process:
        for start in range(0, len(in_git), _BATCH):
            yield from _ask(process, in_git[start : start + _BATCH], most_bytes)


def _ask(process: subprocess.Popen[bytes], blobs: list[str], most_bytes: int) -> Iterator[Content]:
    stdin, stdout = process.stdin, process.stdout
    if stdin is None or stdout is None:
        raise GitError("git cat-file cannot be talked to")
    stdin.write("".join(f"{blob}\n" for blob in blobs).encode())
    stdin.flush()
    for blob in blobs:
        header = stdout.readline().split()
        if len(header) != 3 or header[1] != b"blob":
            raise GitError(f"git does not have blob {blob}", hint="run: git fsck, or fetch the whole repository")
        size = int(header[2])
        if size <= most_bytes:
            yield Content(blob, size, stdout.read(size))
        else:
            _discard(stdout.read, size)
            yield Content(blob, size, None)
        stdout.read(1)


def _discard(read: Callable[[int], bytes], size: int) -> None:
    while size > 0:
        size -= len(read(min(size, 1 << 20)))
