"""The files of the work tree as they lie on disk, with the help of the index and without git's filters."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from checker.errors import GitError
from checker.repo.command import records
from checker.repo.disk import Changed, Disk, NotFollowed, NotThere, refuse_special
from checker.repo.repository import Repository

_SYMLINK, _SUBMODULE = "120000", "160000"
_SKIP_WORKTREE = b"Ss"
_INDEX_ENTRY = re.compile(rb"(.) ([0-7]{6}) ([0-9a-f]+) ([0-3])\t([^\0]+)\0((?:  [^\n]*\n)*)")
_STAT = re.compile(
    rb"  ctime: (\d+):(\d+)\n  mtime: (\d+):(\d+)\n  dev: \d+\tino: (\d+)\n  uid: \d+\tgid: \d+\n  size: (\d+)\t"
)
_LOW = 0xFFFFFFFF  # the index keeps 32 bits of each number

Seen = tuple[int, ...]
"""What the index notes of a file to tell whether somebody touched it: times, inode and size."""


@dataclass(frozen=True, slots=True)
class WorktreeFile:
    """A file on disk; with a reason it is not read. `on_disk` where git may not have its content."""

    path: str
    blob: str = ""
    on_disk: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Indexed:
    """What the index says of a path."""

    mode: str
    blob: str
    seen: Seen | None
    is_left_out: bool
    """By a sparse checkout: not on disk, and yet not deleted."""


def list_worktree(repository: Repository, wanted: Callable[[str], bool]) -> Iterator[WorktreeFile]:
    """Tracked files and new ones that no ignore file names.

    The index knows the ids of the files that nobody touched; only the others are read. Git could
    tell which are touched, but where it is in doubt it runs the filters that .gitattributes names.
    """
    if repository.is_bare:
        raise GitError("a bare repository has no files on disk", hint="name the commit to check: --head REV")
    index_time = _index_time(repository)
    indexed = _read_index(repository)
    new = _new_paths(repository)
    with Disk(repository.root, repository.object_format) as disk:
        for path in sorted(indexed.keys() | new):
            entry = indexed.get(path)
            if entry is not None and entry.mode == _SUBMODULE:
                yield WorktreeFile(path, reason="submodule")
            elif path.endswith("/"):
                yield WorktreeFile(path.rstrip("/"), reason="nested repository")
            elif wanted(path):
                yield from _look(disk, path, entry, index_time)


def _index_time(repository: Repository) -> int:
    try:
        return (repository.git_folder / "index").stat().st_mtime_ns
    except OSError:
        return 0


def _read_index(repository: Repository) -> dict[str, _Indexed | None]:
    """None stands for a path in conflict: only the disk says what it holds."""
    indexed: dict[str, _Indexed | None] = {}
    output = repository.run("ls-files", "-z", "-v", "--stage", "--debug")
    for tag, mode, blob, stage, raw_path, debug in records(_INDEX_ENTRY, output):
        path = raw_path.decode("utf-8", "surrogateescape")
        if stage == b"0":
            seen = _STAT.match(debug)
            numbers = tuple(map(int, seen.groups())) if seen else None
            indexed[path] = _Indexed(mode.decode(), blob.decode(), numbers, tag in _SKIP_WORKTREE)
        else:
            indexed[path] = None
    return indexed


def _new_paths(repository: Repository) -> set[str]:
    output = repository.run("ls-files", "-z", "--others", "--exclude-standard")
    return {path.decode("utf-8", "surrogateescape") for path in output.split(b"\0") if path}


def _look(disk: Disk, path: str, entry: _Indexed | None, index_time: int) -> Iterator[WorktreeFile]:
    try:
        found = disk.look(path)
        # A file written as late as the index may have changed after it without showing.
        if entry is not None and entry.seen == _seen(found) and found.st_mtime_ns < index_time:
            yield _as_indexed(path, entry)
            return
        refuse_special(found)
        blob = disk.read(path, 0).blob
    except (NotThere, FileNotFoundError):
        if entry is not None and entry.is_left_out:
            yield _as_indexed(path, entry)
    except NotFollowed as error:
        yield WorktreeFile(path, reason=error.reason)
    except Changed as error:
        raise GitError(f"{path!r} changed while it was being read", hint="run it again") from error
    except OSError as error:
        hint = "mend its permissions, or name a commit to check: --head REV"
        raise GitError(f"{path!r} cannot be read: {error.strerror}", hint=hint) from error
    else:
        yield WorktreeFile(path, blob, on_disk=entry is None or entry.blob != blob)


def _as_indexed(path: str, entry: _Indexed) -> WorktreeFile:
    return WorktreeFile(path, reason="symlink") if entry.mode == _SYMLINK else WorktreeFile(path, entry.blob)


def _seen(found: os.stat_result) -> Seen:
    times = (*divmod(found.st_ctime_ns, 10**9), *divmod(found.st_mtime_ns, 10**9))
    return tuple(number & _LOW for number in (*times, found.st_ino, found.st_size))
