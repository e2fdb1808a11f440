"""Open a repository and find the two commits to compare."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import git
from git.exc import GitCommandError, InvalidGitRepositoryError, NoSuchPathError

from checker.errors import GitError

WORKTREE = "WORKTREE"
_SHA = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")

# Nothing that lies in the repository or its configuration may make git run a program.
_SAFE_OPTIONS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.untrackedCache=false",
    "core.quotePath=false",
    "core.symlinks=false",
    "protocol.ext.allow=never",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "credential.interactive=never",
)


class Repository:
    """A git repository, opened so that reading it runs nothing of it."""

    def __init__(self, folder: Path) -> None:
        try:
            self._git = git.Repo(folder, search_parent_directories=True)
        except NoSuchPathError as error:
            raise GitError(f"no such folder: {folder}") from error
        except InvalidGitRepositoryError as error:
            raise GitError(f"{folder} is not inside a git repository", hint="run it in one, or use --repo") from error
        self.root = Path(self._git.working_tree_dir or self._git.git_dir)

    def run(self, *arguments: str, stdin: bytes | None = None) -> bytes:
        """Run git safely and give what it prints. Raises GitCommandError."""
        command = self._command(*arguments)
        done = subprocess.run(command, cwd=self.root, input=stdin, capture_output=True, env=_environment(), check=False)
        if done.returncode:
            raise GitCommandError(list(arguments), done.returncode, done.stderr)
        return done.stdout

    @contextmanager
    def pipe(self, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        """A git process to talk to; ended on every way out."""
        process = subprocess.Popen(
            self._command(*arguments), cwd=self.root, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=_environment(),
        )  # fmt: skip
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def _command(self, *arguments: str) -> list[str]:
        options = [part for option in _SAFE_OPTIONS for part in ("-c", option)]
        # In a container the work tree belongs to another user; reading it is safe with the options above.
        return ["git", "-c", f"safe.directory={self.root}", *options, *arguments]

    def resolve(self, revision: str) -> str:
        """The sha of a commit. A missing one is fetched by sha where a remote allows it."""
        if revision.startswith("-") or not revision.strip() or "\0" in revision:
            raise GitError(f"{revision!r} is not a revision")
        sha = self._parse(revision)
        if sha is None and _SHA.fullmatch(revision):
            self._fetch(revision)
            sha = self._parse(revision)
        if sha is None:
            raise GitError(self._unknown(revision))
        return sha

    def _parse(self, revision: str) -> str | None:
        try:
            text = self.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        except GitCommandError:
            return None
        sha = text.decode("ascii", "replace").strip().splitlines()
        return sha[-1] if sha else None

    def _unknown(self, revision: str) -> str:
        if self._parse("HEAD") is None:
            return "the repository has no commit yet; commit something first"
        if self.is_shallow:
            return f"commit {revision!r} is not in this shallow clone; run: git fetch --unshallow {self._remote()}"
        return f"no such revision: {revision!r}; run git fetch, or check the name with git branch --all"

    @property
    def is_shallow(self) -> bool:
        return self.run("rev-parse", "--is-shallow-repository").strip() == b"true"

    def _remote(self) -> str:
        remotes = self.run("remote").decode("utf-8", "replace").split()
        return "origin" if "origin" in remotes or not remotes else remotes[0]

    def _fetch(self, sha: str) -> None:
        """Fetch one commit; whether it worked is seen by looking for it."""
        if not self.run("remote").strip():
            return
        arguments = ("fetch", "--quiet", "--no-tags", "--depth=1", "--no-recurse-submodules", self._remote(), sha)
        try:
            self.run(*arguments)
        except GitCommandError as error:
            command = f"git fetch --depth=1 {self._remote()} {sha}"
            raise GitError(
                f"commit {sha} is not here and the remote does not give it", hint=f"run: {command}"
            ) from error

    def default_base(self, head: str) -> str:
        """The merge base of head and the default branch."""
        start = "HEAD" if head == WORKTREE else head
        if self._parse(start) is None:
            raise GitError("the repository has no commit yet", hint="commit something first")
        branch = self.default_branch()
        if branch is None:
            raise GitError("the default branch cannot be told", hint="name what to compare with: --base REV")
        try:
            text = self.run("merge-base", "--end-of-options", branch, self.resolve(start))
        except GitCommandError as error:
            hint = "run: git fetch --unshallow" if self.is_shallow else "name what to compare with: --base REV"
            raise GitError(f"{start} and {branch} have no common commit here", hint=hint) from error
        return text.decode("ascii").split()[0]

    def default_branch(self) -> str | None:
        """origin/HEAD, else main or master, on the remote before here."""
        remote = self._remote()
        try:
            text = self.run("symbolic-ref", "--quiet", f"refs/remotes/{remote}/HEAD")
            return text.decode("utf-8", "replace").strip()
        except GitCommandError:
            candidates = [f"refs/remotes/{remote}/{name}" for name in ("main", "master")]
            candidates += [f"refs/heads/{name}" for name in ("main", "master", "trunk")]
            return next((name for name in candidates if self._parse(name)), None)

    def has_commit(self) -> bool:
        return self._parse("HEAD") is not None


def _environment() -> dict[str, str]:
    """Git answers in English, asks nothing, and reads no ref replaced or filtered."""
    return os.environ | {
        "LC_ALL": "C.UTF-8",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_ASKPASS": "true",
    }
