"""How git is called: nothing that lies in a repository may run, answer for us, or lead us elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from checker.errors import GitError

SAFE_OPTIONS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.untrackedCache=false",
    "core.alternateRefsCommand=true",
    "protocol.ext.allow=never",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    "fetch.writeCommitGraph=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "credential.interactive=never",
)

# Reaching a remote runs what the configuration names. That is the user's own will in the user's own
# repository; in somebody else's (a shared folder, a container's mount) these stand in its place.
FOREIGN_OPTIONS = (
    "core.sshCommand=ssh",
    "core.askPass=true",
    "credential.helper=",
    "protocol.allow=never",
    "protocol.https.allow=always",
    "protocol.ssh.allow=always",
)

# What a git hook that called us, or a shell, may have set, and what would lead git to another repository.
_ELSEWHERE = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_EXTERNAL_DIFF",
)  # fmt: skip


class GitFailed(GitError):
    """A git command that ended with an error."""


class GitMissing(GitError):
    """There is no git to call."""

    def __init__(self) -> None:
        super().__init__("git is not installed, or not on the PATH", hint="install git 2.30 or newer")


def environment() -> dict[str, str]:
    """Git answers in English, asks nothing, and takes no object or parent for another."""
    kept = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    return kept | {
        "LC_ALL": "C.UTF-8",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_ASKPASS": os.environ.get("GIT_ASKPASS", "true"),
    }


def run(command: Sequence[str], cwd: Path, *, name: str, stdin: bytes, seconds: float | None) -> bytes:
    """What a git command prints. Raises GitFailed with the line that says why."""
    try:
        done = subprocess.run(
            command, cwd=cwd, input=stdin, capture_output=True, env=environment(), check=False, timeout=seconds
        )
    except subprocess.TimeoutExpired as error:
        raise GitFailed(f"git {name} takes longer than {seconds:g} s") from error
    except OSError as error:
        raise _cannot_start(error, cwd) from error
    if done.returncode:
        raise GitFailed(f"git {name} failed: {_first_line(done.stderr)}")
    return done.stdout


@contextmanager
def stream(command: Sequence[str], cwd: Path, stdin: bytes) -> Iterator[IO[bytes]]:
    """What a git command prints, as it comes; the process is ended on every way out.

    Its input lies in a file: neither side can wait for the other, and after the last line it ends.
    """
    with TemporaryFile() as asked:
        asked.write(stdin)
        asked.seek(0)
        try:
            process = subprocess.Popen(
                command, cwd=cwd, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment()
            )
        except OSError as error:
            raise _cannot_start(error, cwd) from error
    try:
        if process.stdout is None:
            raise GitError("git cannot be talked to")
        yield process.stdout
    finally:
        process.kill()
        process.communicate()


def records(pattern: re.Pattern[bytes], output: bytes) -> Iterator[tuple[bytes, ...]]:
    """The fields of every record that git printed. One that cannot be read must not go unnoticed."""
    end = 0
    for match in pattern.finditer(output):
        if match.start() != end:
            break
        end = match.end()
        yield match.groups()
    if end != len(output):
        raise GitError("git lists files in a way that is not understood", hint="use git 2.30 or newer")


def _cannot_start(error: OSError, cwd: Path) -> GitError:
    if not cwd.is_dir():
        return GitError(f"{str(cwd)!r} is not there any more")
    if isinstance(error, FileNotFoundError | PermissionError):
        return GitMissing()
    return GitError(f"git cannot be started: {error.strerror}")


def _first_line(stderr: bytes) -> str:
    """The line that says what is wrong: warnings and hints may stand before it."""
    lines = [line.strip() for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    wrong = [line for line in lines if line.startswith(("fatal:", "error:"))]
    line = next(iter(wrong or lines), "it does not say why")
    return "".join(character if character.isprintable() else "?" for character in line)[:300]
