"""Real git repositories for tests, apart from whatever the machine's git is set to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checker.repo.files import Content, Listing, list_files, read_contents
from checker.repo.repository import Repository

MOST_BYTES = 5_000_000
_ISOLATED = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.com",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.com",
}
# The privileges by which root reads and writes what nobody may; without them a test means the same for root.
_POWERS = (1, 2)
_DROP_POWERS = f"""
import ctypes, os, sys
if os.geteuid() == 0:
    for power in {_POWERS!r}:
        assert ctypes.CDLL(None, use_errno=True).prctl(24, power, 0, 0, 0) == 0
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def isolate_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """No configuration, hook or name of the machine's user shows in a test."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in _ISOLATED.items():
        monkeypatch.setenv(name, value)


class GitRepository:
    """A repository that a test fills."""

    def __init__(self, folder: Path, *options: str, branch: str = "main") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", f"--initial-branch={branch}", *options)

    def git(self, *arguments: str, stdin: bytes = b"") -> str:
        return git(self.folder, *arguments, stdin=stdin)

    def write(self, path: str | bytes, content: str | bytes = "SELECT 1;\n") -> Path:
        file = self.folder / os.fsdecode(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def commit(self, files: dict[str, str | bytes] | None = None, message: str = "work") -> str:
        """Write files, add all there is, and commit it."""
        for path, content in (files or {}).items():
            self.write(path, content)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    def commit_tree(self, *entries: tuple[str, str, str]) -> str:
        """A commit of (mode, path, object) that no `git add` would make."""
        lines = "".join(f"{mode} {_TYPES[mode]} {sha}\t{path}\0" for mode, path, sha in entries)
        tree = self.git("mktree", "-z", "--missing", stdin=lines.encode())
        return self.git("commit-tree", tree, "-m", "made by hand")

    def blob(self, content: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", "--no-filters", stdin=content)

    def open(self) -> Repository:
        return Repository(self.folder)


_TYPES = {"100644": "blob", "120000": "blob", "160000": "commit", "040000": "tree"}


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, input=stdin, capture_output=True, check=False)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout.decode("utf-8", "surrogateescape").strip()


def is_sql(path: str) -> bool:
    return path.endswith(".sql")


def listed(repository: Repository, revision: str) -> Listing:
    return list_files(repository, revision, is_sql)


def paths(listing: Listing) -> list[str]:
    return [entry.path for entry in listing.entries]


def skipped(listing: Listing) -> dict[str, str]:
    return {one.path: one.reason for one in listing.skipped}


def contents(repository: Repository, revision: str, most_bytes: int = MOST_BYTES) -> dict[str, bytes | None]:
    """What every wanted file holds."""
    listing = listed(repository, revision)
    by_blob = {one.blob: one.data for one in read_all(repository, listing, most_bytes)}
    return {entry.path: by_blob[entry.blob] for entry in listing.entries}


def read_all(repository: Repository, listing: Listing, most_bytes: int = MOST_BYTES) -> list[Content]:
    return list(read_contents(repository, listing.entries, listing.on_disk, most_bytes))


def script(path: Path, body: str) -> str:
    """An executable shell script; gives its path."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def log_git(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a git before the real one on the PATH that notes how it is called; gives the notes."""
    real, log = shutil.which("git"), folder / "git.log"
    log.touch()
    (folder / "bin").mkdir()
    script(folder / "bin" / "git", f'echo "$*" >> "{log}"\nexec "{real}" "$@"')
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return log


def run_python(code: str, *arguments: str, powerless: bool = False) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter of its own, on demand without root's power over files."""
    prefix = ["-c", _DROP_POWERS] if powerless else []
    command = [sys.executable, *prefix, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
