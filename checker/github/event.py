"""What made the workflow run: read from the runner's environment, and believed only where it makes sense."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from checker.errors import CheckerError
from checker.github.shapes import (
    REPOSITORY,
    SHA,
    ZERO_SHA,
    Branch,
    Number,
    PullRequest,
    Repository,
    Sha,
)
from checker.report.escape import visible

MOST_EVENT_BYTES = 30_000_000
"""GitHub's own payloads end at 25 MB."""

_SERVER = r"\Ahttps?://[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?/?\Z"
_NAME_BOTH = "name the commits: --base REV --head REV"
T = TypeVar("T")


class EventError(CheckerError):
    """The environment does not look like that of a workflow run."""


@dataclass(frozen=True, slots=True)
class Direct:
    """Compare two commits as they are. `otherwise` is a branch to compare with where base is gone."""

    base: str
    head: str
    otherwise: str | None = None


@dataclass(frozen=True, slots=True)
class OfPullRequest:
    """Compare the test merge with its first parent where it is here, else head with where it left base."""

    base: str
    head: str
    merge: str | None


@dataclass(frozen=True, slots=True)
class SinceBranch:
    """Compare with where head left a branch; on that branch, with the commit before."""

    head: str
    branch: str | None


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is nothing to check, and why."""

    why: str


Comparison = Direct | OfPullRequest | SinceBranch | Nothing


@dataclass(frozen=True, slots=True)
class CheckedRun:
    """The run that `workflow_run` tells of: who wrote the report that is to be posted."""

    id: int
    attempt: int
    event: str
    head_sha: str
    head_branch: str | None
    head_repository: str | None


@dataclass(frozen=True, slots=True)
class Event:
    """One run of a workflow, as far as we care."""

    name: str
    repository: str
    repository_url: str
    """Where people see the repository; links of a report start with it."""
    run: int
    attempt: int
    comparison: Comparison
    pull_request: PullRequest | None = None
    checked_run: CheckedRun | None = None

    @property
    def comment_on(self) -> int | None:
        """The pull request that is told the result."""
        return self.pull_request.number if self.pull_request else None

    @property
    def from_fork(self) -> bool:
        return self.pull_request is not None and self.pull_request.from_fork

    @property
    def head_sha(self) -> str | None:
        """The commit that people look at: of a pull request its head, never the test merge."""
        return None if isinstance(self.comparison, Nothing) else self.comparison.head

    @property
    def run_url(self) -> str:
        return f"{self.repository_url}/actions/runs/{self.run}"


class _PullRequestEvent(Struct):
    pull_request: PullRequest


class _PushEvent(Struct):
    before: Sha
    after: Sha
    ref: Annotated[str, Meta(max_length=1000)] = ""
    deleted: bool = False
    forced: bool = False
    repository: Repository | None = None


class _MergeGroup(Struct):
    base_sha: Sha
    head_sha: Sha


class _MergeGroupEvent(Struct):
    merge_group: _MergeGroup


class _WorkflowRun(Struct):
    id: Number
    head_sha: Sha
    event: Annotated[str, Meta(max_length=100)] = ""
    run_attempt: Annotated[int, Meta(ge=1, lt=1_000_000)] = 1
    head_branch: Branch | None = None
    head_repository: Repository | None = None


class _WorkflowRunEvent(Struct):
    workflow_run: _WorkflowRun
    repository: Repository | None = None


class _OtherEvent(Struct):
    repository: Repository | None = None


def read_event(environment: Mapping[str, str]) -> Event | None:
    """The event of this run, None outside of Actions. Raises EventError where the environment makes no sense."""
    name = environment.get("GITHUB_EVENT_NAME", "")
    if not name:
        return None
    reader = _Reader(environment, name)
    match name:
        case "pull_request" | "pull_request_target":
            return _pull_request(reader)
        case "push":
            return reader.event(_push(reader))
        case "merge_group":
            group = reader.payload(_MergeGroupEvent).merge_group
            return reader.event(Direct(group.base_sha, group.head_sha))
        case "workflow_dispatch" | "schedule":
            return reader.event(SinceBranch(reader.sha, _default_branch(reader.payload(_OtherEvent).repository)))
        case "workflow_run":
            return _workflow_run(reader)
    raise EventError(f"the event {visible(name)!r} names no two commits", hint=_NAME_BOTH)


class _Reader:
    """The runner's variables and the file that they point to."""

    def __init__(self, environment: Mapping[str, str], name: str) -> None:
        self._environment = environment
        self.name = name

    def event(
        self, comparison: Comparison, *, pull_request: PullRequest | None = None, checked_run: CheckedRun | None = None
    ) -> Event:
        repository = self._matching("GITHUB_REPOSITORY", REPOSITORY, "OWNER/NAME")
        run = int(self._matching("GITHUB_RUN_ID", r"\A[0-9]{1,18}\Z", "a number", default="0"))
        attempt = int(self._matching("GITHUB_RUN_ATTEMPT", r"\A[0-9]{1,6}\Z", "a number", default="1"))
        server = self._matching("GITHUB_SERVER_URL", _SERVER, "https://HOST", default="https://github.com")
        return Event(
            name=self.name,
            repository=repository,
            repository_url=f"{server.rstrip('/')}/{repository}",
            run=run,
            attempt=attempt,
            comparison=comparison,
            pull_request=pull_request,
            checked_run=checked_run,
        )

    @property
    def sha(self) -> str:
        return self._matching("GITHUB_SHA", SHA, "the sha of a commit")

    def _matching(self, name: str, pattern: str, what: str, default: str = "") -> str:
        value = self._environment.get(name, "") or default
        if not re.search(pattern, value):
            raise EventError(f"{name} must be {what}, not {visible(value[:100])!r}", hint=_NAME_BOTH)
        return value

    def payload(self, shape: type[T]) -> T:
        path = Path(self._environment.get("GITHUB_EVENT_PATH", ""))
        try:
            return msgspec.json.decode(_read(path), type=shape)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            message = f"the event file of {visible(self.name)} cannot be used: {visible(str(error))}"
            raise EventError(message, hint=_NAME_BOTH) from error
        except OSError as error:
            raise EventError(f"GITHUB_EVENT_PATH cannot be read: {error.strerror}", hint=_NAME_BOTH) from error


def _read(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise EventError("GITHUB_EVENT_PATH is no regular file", hint=_NAME_BOTH)
    with path.open("rb") as file:
        data = file.read(MOST_EVENT_BYTES + 1)
    if len(data) > MOST_EVENT_BYTES:
        raise EventError(f"the event file is over {MOST_EVENT_BYTES:,} bytes", hint=_NAME_BOTH)
    return data


def _pull_request(reader: _Reader) -> Event:
    """On `pull_request_target` the runner's sha is that of base: there is no test merge to trust."""
    pull = reader.payload(_PullRequestEvent).pull_request
    merge = reader.sha if reader.name == "pull_request" else None
    event = reader.event(OfPullRequest(pull.base.sha, pull.head.sha, merge), pull_request=pull)
    if pull.base.repo is not None and pull.base.repo.full_name.lower() != event.repository.lower():
        raise EventError(f"the pull request belongs to {pull.base.repo.full_name}, not to {event.repository}")
    return event


def _push(reader: _Reader) -> Comparison:
    push = reader.payload(_PushEvent)
    if push.deleted or ZERO_SHA.fullmatch(push.after):
        return Nothing("the branch was deleted")
    default = _default_branch(push.repository)
    if ZERO_SHA.fullmatch(push.before):
        return SinceBranch(reader.sha, default)
    return Direct(push.before, reader.sha, otherwise=default if push.forced else None)


def _workflow_run(reader: _Reader) -> Event:
    payload = reader.payload(_WorkflowRunEvent)
    run = payload.workflow_run
    checked = CheckedRun(
        id=run.id,
        attempt=run.run_attempt,
        event=run.event,
        head_sha=run.head_sha,
        head_branch=run.head_branch,
        head_repository=run.head_repository.full_name if run.head_repository else None,
    )
    return reader.event(SinceBranch(run.head_sha, _default_branch(payload.repository)), checked_run=checked)


def _default_branch(repository: Repository | None) -> str | None:
    return repository.default_branch if repository else None
