"""What is compared, and whose configuration counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from checker.action.inputs import InputError, Inputs
from checker.action.workspace import Workspace
from checker.commands.options import Options
from checker.errors import CheckerError
from checker.github.commits import Commits, find_commits
from checker.github.event import Event, EventError, OfPullRequest, read_event
from checker.project import configuration_of
from checker.repo.repository import Repository

PRIVILEGED = ("pull_request_target", "workflow_run")
"""Events whose jobs hold secrets and a token that writes, though anybody's commit sets them off."""


def choose_event(inputs: Inputs, environment: Mapping[str, str]) -> Event | None:
    """The event; None outside of Actions, or where the user names both commits for one that has none."""
    try:
        event = read_event(environment)
    except EventError:
        if inputs.base and inputs.head and environment.get("GITHUB_EVENT_NAME") not in PRIVILEGED:
            return None
        raise
    if event is None and not (inputs.base and inputs.head):
        raise InputError("there is no event to take the commits from", hint="set the inputs base and head")
    return event


def choose_commits(repository: Repository, inputs: Inputs, event: Event | None) -> Commits:
    """What the user names goes before what the event says. Both commits are here afterwards."""
    found = None
    if event is not None and not (inputs.base and inputs.head):
        found = find_commits(repository, event.comparison)
        if found is None:
            raise CheckerError("the event leaves nothing to check")
    if found is not None and not (inputs.base or inputs.head):
        return found
    base, head = inputs.base or (found.base if found else ""), inputs.head or (found.head if found else "")
    return Commits(repository.resolve(base), repository.resolve(head), "the commits that the inputs name")


def trusted_commit(
    repository: Repository, inputs: Inputs, event: Event | None, base: str, environment: Mapping[str, str]
) -> str | None:
    """The commit whose configuration and rules count; None for those on disk.

    Where the job is privileged, those of the pull request never do: it could switch off what guards against it.
    """
    if event is None or event.name not in PRIVILEGED:
        return base if inputs.config_from == "base" else None
    if inputs.config_from == "checkout":
        raise InputError(f"input config-from: checkout cannot be trusted on {event.name}", hint="use base")
    if isinstance(event.comparison, OfPullRequest):
        # The tip and not the merge base, which whoever opens a pull request chooses.
        return repository.resolve(event.comparison.base)
    # In a workflow_run it is the tip of the default branch.
    return repository.resolve(environment.get("GITHUB_SHA", ""))


@contextmanager
def configured(
    options: Options, inputs: Inputs, workspace: Workspace, repository: Repository, trusted: str | None
) -> Iterator[Options]:
    """The options with where configuration and rules lie: on disk, or as the trusted commit has them."""
    rules = inputs.rules if inputs.rules.endswith(".dl") else ""
    named = {path: workspace.root / path for path in (inputs.config, rules) if path}
    if trusted is None:
        yield _with_paths(options, inputs, named)
        return
    inner = {path: _in_repository(repository, place) for path, place in named.items()}
    with configuration_of(repository, trusted, *inner.values()) as root:
        places = {path: root / place for path, place in inner.items()}
        yield replace(_with_paths(options, inputs, places), config_root=root)


def _with_paths(options: Options, inputs: Inputs, places: Mapping[str, Path]) -> Options:
    rules = str(places.get(inputs.rules, inputs.rules))
    return replace(options, config=places.get(inputs.config), rules=rules or None)


def _in_repository(repository: Repository, place: Path) -> str:
    root = repository.root.resolve()
    if not place.is_relative_to(root):
        raise InputError(f"{place.name!r} must lie in the repository, so that the trusted commit has it")
    return place.relative_to(root).as_posix()
