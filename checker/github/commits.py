"""The two commits that an event compares, found in the checkout and fetched where they are missing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from checker.errors import GitError
from checker.github.event import Comparison, Direct, Nothing, OfPullRequest, SinceBranch
from checker.repo.command import GitFailed
from checker.repo.repository import Repository

_DEEPENING = ("--depth=50", "--depth=500", "--depth=5000", "--unshallow")
_FETCH_SECONDS = 300
_PARENT = re.compile(rb"^parent ([0-9a-f]{40}(?:[0-9a-f]{24})?)$", re.MULTILINE)
_DEEPER = "check out with fetch-depth: 0"


@dataclass(frozen=True, slots=True)
class Commits:
    """What to compare, and how it was chosen."""

    base: str
    head: str
    why: str


def missing(repository: Repository, shas: list[str]) -> list[str]:
    """Those that the checkout does not have, and that must be fetched."""
    return [sha for sha in shas if not _has(repository, sha)]


def find_commits(repository: Repository, comparison: Comparison) -> Commits | None:
    """The two commits, None where there is nothing to check. Raises GitError with what to do."""
    match comparison:
        case Nothing():
            return None
        case Direct():
            return _direct(repository, comparison)
        case OfPullRequest():
            return _of_pull_request(repository, comparison)
        case SinceBranch():
            return _since_branch(repository, comparison)


def _direct(repository: Repository, wanted: Direct) -> Commits:
    head = repository.resolve(wanted.head)
    try:
        return Commits(repository.resolve(wanted.base), head, "the commits that the event names")
    except GitError:
        # A forced push leaves its old commit to be collected.
        if wanted.otherwise is None:
            raise
        return _since_branch(repository, SinceBranch(head, wanted.otherwise))


def _of_pull_request(repository: Repository, wanted: OfPullRequest) -> Commits:
    merge = wanted.merge
    if merge is not None and not missing(repository, [merge]):
        parents = _parents(repository, merge)
        # Only what this pull request brings, with conflicts as they will be resolved.
        if len(parents) == 2 and parents[1] == wanted.head:
            return Commits(repository.resolve(parents[0]), merge, "the test merge and its first parent")
    head, tip = repository.resolve(wanted.head), repository.resolve(wanted.base)
    return Commits(_merge_base(repository, tip, head), head, "the merge base of the pull request")


def _since_branch(repository: Repository, wanted: SinceBranch) -> Commits:
    head = repository.resolve(wanted.head)
    tip = _branch_tip(repository, wanted.branch) if wanted.branch else None
    base = _merge_base(repository, tip, head) if tip else repository.default_base(head)
    if base != head:
        return Commits(base, head, "the merge base with the default branch")
    parents = _parents(repository, head)
    if not parents:
        return Commits(head, head, "the first commit: there is nothing to compare it with")
    return Commits(repository.resolve(parents[0]), head, "the commit before on the default branch")


def _has(repository: Repository, sha: str) -> bool:
    try:
        return repository.run("cat-file", "-t", sha).strip() == b"commit"
    except GitFailed:
        return False


def _parents(repository: Repository, sha: str) -> list[str]:
    """As the commit itself names them: a shallow clone hides parents from everything else in git."""
    header = repository.run("cat-file", "commit", sha).partition(b"\n\n")[0]
    return [parent.decode("ascii") for parent in _PARENT.findall(header)]


def _merge_base(repository: Repository, one: str, other: str) -> str:
    """Where two commits parted. A shallow clone is made deeper, step by step, until that shows."""
    found = _known_merge_base(repository, one, other)
    for step in _DEEPENING:
        if found or not repository.is_shallow:
            break
        _fetch(repository, step, one, other)
        found = _known_merge_base(repository, one, other)
    if not found:
        raise GitError(f"commits {one[:12]} and {other[:12]} have no common commit here", hint=_DEEPER)
    return found


def _known_merge_base(repository: Repository, one: str, other: str) -> str | None:
    try:
        return repository.run("merge-base", one, other).decode("ascii").split()[0]
    except GitFailed:
        return None


def _branch_tip(repository: Repository, branch: str) -> str:
    """The remote's branch; fetched where the checkout does not have it, as it has only one."""
    for name in (f"refs/remotes/origin/{branch}", f"refs/heads/{branch}"):
        try:
            return repository.resolve(name)
        except GitError:
            continue
    depth = ["--depth=1"] if repository.is_shallow else []
    _fetch(repository, *depth, f"+refs/heads/{branch}:refs/remotes/origin/{branch}")
    return repository.resolve(f"refs/remotes/origin/{branch}")


def _fetch(repository: Repository, *wanted: str) -> None:
    options = [one for one in wanted if one.startswith("--")]
    names = [one for one in wanted if not one.startswith("--")]
    quiet = ["--quiet", "--no-tags", "--no-prune", "--no-recurse-submodules"]
    try:
        repository.run("fetch", *quiet, *options, "--", "origin", *names, seconds=_FETCH_SECONDS)
    except GitFailed as error:
        raise GitError(f"the history of the checkout is too short ({error})", hint=_DEEPER) from error
