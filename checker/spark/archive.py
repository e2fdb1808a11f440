"""An archive of Spark's classes as a check needs them: a JVM that maps it boots in half the time (Java's AppCDS).

It is never required and never wrong: it is found by the Java and the jars it was made for, and the JVM itself compares
it with what it finds and goes on without it where they differ.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from checker.spark.gateway import spark_jars

_FOLDER = "checker-classes"
QUIET = ("-Xlog:disable", "-Xlog:all=off")
"""The JVM says on its stdout what it thinks of an archive; nobody needs to know."""


def installed_folder() -> Path:
    """For all users of this installation, as in an image."""
    return Path(sys.prefix) / "var" / _FOLDER


def user_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("checker") / _FOLDER


def find_archive(java: Path) -> Path | None:
    """The archive for this Java, of the installation or of the user, if nobody else may have written it."""
    name = archive_name(java)
    paths = (folder / name for folder in (installed_folder(), user_folder()))
    return next((path for path in paths if _is_trusted(path)), None)


def archive_name(java: Path) -> str:
    """Named by all that it depends on: another Java, or other jars, have another."""
    hasher = hashlib.blake2b(digest_size=16)
    for path in (java, *_runtime(java), *spark_jars()):
        known = path.stat()
        # Whole seconds: the layers of an image keep no more.
        hasher.update(f"{path}\0{known.st_size}\0{int(known.st_mtime)}\0".encode("utf-8", "surrogateescape"))
    return f"{hasher.hexdigest()}.jsa"


def _runtime(java: Path) -> list[Path]:
    modules = java.parent.parent / "lib" / "modules"
    return [modules] if modules.is_file() else []


def _is_trusted(path: Path) -> bool:
    """A JVM runs what is in it: it must be ours or the system's, and nobody else's to write."""
    try:
        known = path.lstat()
    except OSError:
        return False
    others_may_write = known.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISREG(known.st_mode) and known.st_uid in (0, os.getuid()) and not others_may_write


def use_options(archive: Path | None) -> Sequence[str]:
    """What makes a JVM map an archive."""
    return (f"-XX:SharedArchiveFile={archive}", "-Xshare:auto", *QUIET) if archive else ()


def making_options(archive: Path) -> Sequence[str]:
    """What makes a JVM write one at its end."""
    return f"-XX:ArchiveClassesAtExit={archive}", *QUIET


@contextmanager
def new_archive(folder: Path, name: str) -> Iterator[Path]:
    """A place to write an archive to; it comes to its own place whole, or not at all."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o755)
    part = folder / f".{name}.{os.getpid()}"
    try:
        yield part
        part.chmod(0o644)
        part.replace(folder / name)
    finally:
        part.unlink(missing_ok=True)


def forget_others(folder: Path, name: str) -> None:
    """Archives of a Java or a Spark that was replaced, which a run that maps one keeps as long as it lives; and what
    runs left that were killed, for nobody but us is at it.
    """
    for old in (*folder.glob("*.jsa"), *folder.glob(".*.jsa.*")):
        if old.name != name:
            old.unlink(missing_ok=True)
