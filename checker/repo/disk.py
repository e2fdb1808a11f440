"""Files on disk, read without following a link and without trusting that they stay as they are."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # a FIFO put there must not make us wait
_CHUNK = 1 << 20
_NEVER_NAMES = frozenset({b"", b".", b"..", b".git"})


class NotThere(Exception):
    """No such file."""


class NotFollowed(Exception):
    """Something that must not be read, and what it is."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Changed(Exception):
    """The file grew or shrank while it was read."""


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A file's content, or only its size where that is over the limit; the id is the one git would give it."""

    blob: str
    size: int
    data: bytes | None


def blob_id(data: bytes, algorithm: str) -> str:
    """The id of a blob.

    >>> blob_id(b"", "sha1")
    'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
    """
    hasher = hashlib.new(algorithm, b"blob %d\0" % len(data), usedforsecurity=False)
    hasher.update(data)
    return hasher.hexdigest()


def leaves(path: str) -> bool:
    """Whether a path could point out of the repository or into its `.git`.

    >>> leaves("a/../../b.sql"), leaves("/etc/x.sql"), leaves("a/..b/c.sql")
    (True, True, False)
    """
    return not _NEVER_NAMES.isdisjoint(path.encode("utf-8", "surrogateescape").lower().split(b"/"))


class Disk:
    """The files below a folder. Folders opened on the way stay open for the next path, which is often near."""

    def __init__(self, root: Path, algorithm: str) -> None:
        self._algorithm = algorithm
        self._names: list[bytes] = []
        self._folders = [os.open(root, _FOLDER)]

    def __enter__(self) -> Disk:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for folder in self._folders:
            os.close(folder)
        self._folders = []

    def look(self, path: str) -> os.stat_result:
        """What lies there, a link itself and not what it points to. Raises NotThere, NotFollowed or OSError."""
        folder, name = self._reach(path)
        try:
            return os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError as error:
            raise NotThere from error

    def read(self, path: str, most_bytes: int) -> OnDisk:
        """A regular file whole, or only hashed where it is larger. Raises as `look`, and Changed."""
        folder, name = self._reach(path)
        refuse_special(os.stat(name, dir_fd=folder, follow_symlinks=False))
        file = os.open(name, _FILE, dir_fd=folder)
        try:
            found = os.fstat(file)
            refuse_special(found)
            return self._read(file, found.st_size, most_bytes)
        finally:
            os.close(file)

    def _read(self, file: int, size: int, most_bytes: int) -> OnDisk:
        hasher = hashlib.new(self._algorithm, b"blob %d\0" % size, usedforsecurity=False)
        kept: list[bytes] = []
        left = size
        while chunk := os.read(file, min(left + 1, _CHUNK)):
            left -= len(chunk)
            if left < 0:
                raise Changed
            hasher.update(chunk)
            if size <= most_bytes:
                kept.append(chunk)
        if left:
            raise Changed
        return OnDisk(hasher.hexdigest(), size, b"".join(kept) if size <= most_bytes else None)

    def _reach(self, path: str) -> tuple[int, bytes]:
        """The folder that a path lies in, entered name by name so that no link is followed."""
        if leaves(path):
            raise NotFollowed("path that leaves the repository")
        *parents, name = path.encode("utf-8", "surrogateescape").split(b"/")
        same = 0
        while same < min(len(parents), len(self._names)) and parents[same] == self._names[same]:
            same += 1
        while len(self._names) > same:
            self._names.pop()
            os.close(self._folders.pop())
        for parent in parents[same:]:
            self._folders.append(_enter(parent, self._folders[-1]))
            self._names.append(parent)
        return self._folders[-1], name


def _enter(name: bytes, folder: int) -> int:
    try:
        return os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
    except FileNotFoundError as error:
        raise NotThere from error
    except OSError as error:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISLNK(found.st_mode):
            raise NotFollowed("symlink") from error
        if not stat.S_ISDIR(found.st_mode):
            raise NotThere from error
        raise


def refuse_special(found: os.stat_result) -> None:
    """Nothing but a regular file is read. A folder where a file was means that the file is gone."""
    if stat.S_ISDIR(found.st_mode):
        raise NotThere
    if stat.S_ISLNK(found.st_mode):
        raise NotFollowed("symlink")
    if not stat.S_ISREG(found.st_mode):
        raise NotFollowed("special file")
