"""Open a repository and find the two commits to compare."""

from __future__ import annotations

import os
import re
import shlex
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

from checker.errors import GitError
from checker.repo import command
from checker.repo.command import FOREIGN_OPTIONS, SAFE_OPTIONS, GitFailed, GitMissing

WORKTREE = "WORKTREE"
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SHA = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_MAIN_NAMES = ("main", "master", "trunk")
_FETCH_SECONDS = 300
_NAME_BASE = "name what to compare with: --base REV"


class Repository:
    """A git repository, opened so that reading it runs nothing of it."""

    def __init__(self, folder: Path) -> None:
        self.git_folder, work_tree = _find(folder)
        self.is_bare = work_tree is None
        self.root = work_tree or self.git_folder
        self._options = self._git_options()
        # Also told where the folder is no repository that git itself can read.
        self.object_format = self.run("rev-parse", "--show-object-format").decode("ascii", "replace").strip()

    def _git_options(self) -> list[str]:
        # Named outright, git neither looks for a repository nor minds that it belongs to another
        # user, as a work tree in a container does; reading one is safe with these options.
        where = ["--git-dir", str(self.git_folder), *(() if self.is_bare else ("--work-tree", str(self.root)))]
        is_ours = self.git_folder.stat().st_uid == os.geteuid()
        options = SAFE_OPTIONS if is_ours else SAFE_OPTIONS + FOREIGN_OPTIONS
        return [*where, *(part for option in options for part in ("-c", option))]

    def run(self, *arguments: str, stdin: bytes = b"", seconds: float | None = None) -> bytes:
        """Run git safely and give what it prints. Raises GitFailed, which is a GitError."""
        git = ["git", *self._options, *arguments]
        return command.run(git, self.root, name=arguments[0], stdin=stdin, seconds=seconds)

    def stream(self, *arguments: str, stdin: bytes) -> AbstractContextManager[IO[bytes]]:
        """What a git command prints, as it comes."""
        return command.stream(["git", *self._options, *arguments], self.root, stdin)

    def resolve(self, revision: str) -> str:
        """The sha of a commit. A missing one is fetched by sha where a remote allows it."""
        if revision.startswith("-") or not revision.strip() or _CONTROL.search(revision):
            raise GitError(f"{revision!r} is not a revision", hint="name a branch, a tag or a sha")
        sha = self._parse(revision)
        if sha is None and _SHA.fullmatch(revision.lower()):
            kind = self._kind(revision.lower())
            if kind:
                raise GitError(f"{revision!r} is a {kind}, not a commit", hint="name a branch, a tag or a commit")
            self._fetch(revision.lower())
            sha = self._parse(revision)
        if sha is None:
            raise self._unknown(revision)
        return sha

    def _parse(self, revision: str) -> str | None:
        try:
            text = self.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        except GitFailed:
            return None
        lines = text.decode("ascii", "replace").split()
        return lines[-1] if lines and _SHA.fullmatch(lines[-1]) else None

    def _kind(self, sha: str) -> str:
        """What an object is, empty where it is not here."""
        try:
            return self.run("cat-file", "-t", sha).decode("ascii", "replace").strip()
        except GitFailed:
            return ""

    def _unknown(self, revision: str) -> GitError:
        if not self.has_commit():
            return GitError("the repository has no commit yet", hint="commit something first")
        remote, _, branch = revision.partition("/")
        if branch and remote in self._remotes():
            refspec = shlex.quote(f"+refs/heads/{branch}:refs/remotes/{remote}/{branch}")
            depth = "--depth=1000 " if self.is_shallow else ""
            return GitError(f"no such revision: {revision!r}", hint=f"run: git fetch {depth}{remote} {refspec}")
        if self.is_shallow:
            return GitError(f"{revision!r} is not in this shallow clone", hint=self._unshallow())
        return GitError(f"no such revision: {revision!r}", hint="run git fetch, or look at git branch --all")

    @property
    def is_shallow(self) -> bool:
        return self.run("rev-parse", "--is-shallow-repository").strip() == b"true"

    def _remotes(self) -> list[str]:
        """The one to ask comes first."""
        remotes = self.run("remote").decode("utf-8", "surrogateescape").split()
        return sorted(remotes, key=lambda name: name != "origin")

    def _unshallow(self) -> str:
        return " ".join(["run: git fetch --unshallow", *self._remotes()[:1]])

    def _fetch(self, sha: str) -> None:
        """Fetch one commit; whether it worked is seen by looking for it."""
        remotes = self._remotes()
        if not remotes:
            return
        # Only a clone that is shallow may become so at one more commit.
        depth = ["--depth=1"] if self.is_shallow else []
        options = ["--quiet", "--no-tags", "--no-prune", "--refmap=", "--no-recurse-submodules", *depth]
        try:
            self.run("fetch", *options, "--", remotes[0], sha, seconds=_FETCH_SECONDS)
        except GitFailed as error:
            told = " ".join(["git fetch", *depth, shlex.quote(remotes[0]), sha])
            raise GitError(
                f"commit {sha} is not here and cannot be fetched ({error})",
                hint=f"fetch a branch that holds it, or run: {told}",
            ) from error

    def default_base(self, head: str) -> str:
        """The merge base of head and the default branch."""
        if not self.has_commit():
            raise GitError("the repository has no commit yet", hint="commit something first")
        start = self.resolve("HEAD" if head == WORKTREE else head)
        branch = self.default_branch()
        if branch is None:
            fetch = f"run: git fetch {shlex.quote(self._remotes()[0])} main, or " if self._remotes() else ""
            raise GitError("the default branch is not here", hint=fetch + _NAME_BASE)
        try:
            text = self.run("merge-base", "--end-of-options", branch, start)
        except GitFailed as error:
            hint = self._unshallow() if self.is_shallow else _NAME_BASE
            raise GitError(f"{head} and {branch} have no common commit here", hint=hint) from error
        return text.decode("ascii").split()[0]

    def default_branch(self) -> str | None:
        """The remote's HEAD, else a usual name there or here, else the only branch where there is no remote."""
        remotes = self._remotes()[:1]
        names = [*_MAIN_NAMES, *self._configured_branch()]
        candidates = [self._symbolic(f"refs/remotes/{remote}/HEAD") for remote in remotes]
        candidates += [f"refs/remotes/{remote}/{name}" for remote in remotes for name in names]
        candidates += [f"refs/heads/{name}" for name in names]
        found = next((name for name in candidates if name and self._parse(name)), None)
        # Of a remote we may have nothing but the branch that is checked: comparing it with itself would hide all.
        return found or (None if remotes else self._only(["refs/heads/"]))

    def _symbolic(self, name: str) -> str:
        try:
            return self.run("symbolic-ref", "--quiet", name).decode("utf-8", "surrogateescape").strip()
        except GitFailed:
            return ""

    def _configured_branch(self) -> list[str]:
        try:
            return self.run("config", "--get", "init.defaultBranch").decode("utf-8", "surrogateescape").split()
        except GitFailed:
            return []

    def _only(self, prefixes: list[str]) -> str | None:
        if not prefixes:
            return None
        text = self.run("for-each-ref", "--format=%(refname)", "--", *prefixes).decode("utf-8", "surrogateescape")
        names = [name for name in text.split() if not name.endswith("/HEAD")]
        return names[0] if len(names) == 1 else None

    def has_commit(self) -> bool:
        """Whether HEAD points to one; an unborn branch does not."""
        return self._parse("HEAD") is not None


def _find(folder: Path) -> tuple[Path, Path | None]:
    """The git folder and the work tree, if there is one, that a folder lies in."""
    try:
        import git  # ends with ImportError where no git program is found
    except ImportError as error:
        raise GitMissing from error
    try:
        found = git.Repo(folder, search_parent_directories=True, expand_vars=False)
    except git.exc.NoSuchPathError as error:
        raise GitError(f"no such folder: {str(folder)!r}") from error
    except (git.exc.InvalidGitRepositoryError, OSError, ValueError) as error:
        hint = "run it in one, or use --repo DIR"
        raise GitError(f"{str(folder)!r} is not inside a git repository", hint=hint) from error
    with found:
        git_folder = Path(found.git_dir).absolute()
        if not found.bare:
            return git_folder, Path(found.working_tree_dir or git_folder).absolute()
    _refuse_planted(git_folder)
    return git_folder, None


def _refuse_planted(git_folder: Path) -> None:
    """A bare repository that another one tracks can come with a pull request, its configuration included."""
    outer = next((parent for parent in git_folder.parents if (parent / ".git").exists()), None)
    if outer is None:
        return
    if Repository(outer).run("ls-files", "--", str(git_folder)):
        raise GitError(f"{str(git_folder)!r} is a bare repository that came as files", hint=f"use --repo {outer}")
