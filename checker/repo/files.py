"""The files of a commit or of the work tree: which there are, and what they hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, NamedTuple

from checker.errors import GitError
from checker.repo.command import records
from checker.repo.disk import Changed, Disk, NotFollowed, NotThere, blob_id, leaves
from checker.repo.repository import WORKTREE, Repository
from checker.repo.worktree import list_worktree

SYMLINK, SUBMODULE = "120000", "160000"
_TREE_ENTRY = re.compile(rb"([0-7]{6}) [a-z]+ ([0-9a-f]+)\t([^\0]+)\0")
_CHUNK = 1 << 20

Wanted = Callable[[str], bool]


class Entry(NamedTuple):
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


Seen = dict[bytes, Entry | Skipped | None]
"""What came of each line that git listed: two commits share nearly all of them."""


def list_files(repository: Repository, revision: str, wanted: Wanted, seen: Seen | None = None) -> Listing:
    """The wanted files of a commit (`revision` is a sha) or of the work tree, by path.

    `seen` serves listings of one repository with one `wanted`: what one of them looked at, the next takes from it.
    """
    if revision == WORKTREE:
        return _list_worktree(repository, wanted)
    known: Seen = {} if seen is None else seen
    output = repository.run("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", revision)
    *lines, rest = output.split(b"\0")
    new = [line for line in lines if line not in known]
    listed = records(_TREE_ENTRY, b"".join(line + b"\0" for line in new) + rest)
    known.update(zip(new, (_listed(wanted, *fields) for fields in listed), strict=True))
    found = [known[line] for line in lines]
    entries = [one for one in found if isinstance(one, Entry)]
    return _listing(entries, [one for one in found if isinstance(one, Skipped)])


def _listed(wanted: Wanted, mode: bytes, blob: bytes, raw_path: bytes) -> Entry | Skipped | None:
    path = raw_path.decode("utf-8", "surrogateescape")
    reason = _not_followed(mode.decode(), path)
    if reason != "submodule" and not wanted(path):
        return None
    return Skipped(path, reason) if reason else Entry(path, blob.decode())


def _not_followed(mode: str, path: str) -> str:
    if mode == SUBMODULE:
        return "submodule"
    if mode == SYMLINK:
        return "symlink"
    return "path that leaves the repository" if leaves(path) else ""


def _list_worktree(repository: Repository, wanted: Wanted) -> Listing:
    entries: list[Entry] = []
    skipped: list[Skipped] = []
    on_disk: set[str] = set()
    for file in list_worktree(repository, wanted):
        if file.reason:
            skipped.append(Skipped(file.path, file.reason))
        else:
            entries.append(Entry(file.path, file.blob))
        if file.on_disk:
            on_disk.add(file.blob)
    return _listing(entries, skipped, frozenset(on_disk))


def _listing(entries: list[Entry], skipped: list[Skipped], on_disk: frozenset[str] = frozenset()) -> Listing:
    return Listing(tuple(sorted(entries)), tuple(sorted(skipped, key=lambda one: one.path)), on_disk)


def read_contents(
    repository: Repository, entries: Iterable[Entry], on_disk: frozenset[str], most_bytes: int
) -> Iterator[Content]:
    """The content of each blob once, all of git's in one pass of `cat-file --batch`.

    Every content is hashed again, so that none can come under another's id.
    """
    blobs = {entry.blob: entry.path for entry in entries}
    gone: dict[str, str] = {}
    if not on_disk.isdisjoint(blobs):
        with Disk(repository.root, repository.object_format) as disk:
            for blob in sorted(blobs.keys() & on_disk, key=blobs.__getitem__):
                content = _read_disk(disk, blobs[blob], blob, most_bytes)
                if content is None:
                    gone[blob] = blobs[blob]  # git may have it: the path may be that of the other commit
                else:
                    yield content
    in_git = sorted((blobs.keys() - on_disk) | gone.keys())
    if in_git:
        yield from _read_git(repository, in_git, most_bytes, gone)


def _read_disk(disk: Disk, path: str, blob: str, most_bytes: int) -> Content | None:
    try:
        found = disk.read(path, most_bytes)
    except (NotThere, NotFollowed, Changed, FileNotFoundError):
        return None
    except OSError as error:
        raise GitError(f"{path!r} cannot be read: {error.strerror}") from error
    return Content(blob, found.size, found.data) if found.blob == blob else None


def _read_git(repository: Repository, blobs: list[str], most_bytes: int, gone: dict[str, str]) -> Iterator[Content]:
    asked = "".join(f"{blob}\n" for blob in blobs).encode()
    with repository.stream("cat-file", "--batch", stdin=asked) as answers:
        for blob in blobs:
            header = answers.readline().split()
            if len(header) != 3 or header[:2] != [blob.encode(), b"blob"]:
                raise _missing(blob, gone)
            size = int(header[2])
            data = _take(answers, size, most_bytes)
            is_whole = answers.read(1) == b"\n" and (data is None or blob_id(data, repository.object_format) == blob)
            if not is_whole:
                raise GitError(f"blob {blob} is damaged", hint="run: git fsck")
            yield Content(blob, size, data)


def _missing(blob: str, gone: dict[str, str]) -> GitError:
    if blob in gone:
        return GitError(f"{gone[blob]!r} changed while it was being read", hint="run it again")
    return GitError(
        f"git cannot read blob {blob}", hint="run: git fsck; in a partial clone see that its remote can be reached"
    )


def _take(stdout: IO[bytes], size: int, most_bytes: int) -> bytes | None:
    """A blob's bytes, or nothing where they are too many; those are passed over."""
    if size <= most_bytes:
        return stdout.read(size)
    while size > 0:
        chunk = stdout.read(min(size, _CHUNK))
        if not chunk:
            break  # git ended; the line end that should follow is missing too
        size -= len(chunk)
    return None
