"""Root at the door, nobody special inside: the work is done as the user whom the checkout belongs to."""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from pathlib import Path

_RUNNER_FILES = ("GITHUB_EVENT_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")


def step_down(environment: Mapping[str, str]) -> int | None:
    """Give up root for the owner of the workspace, and tell who that is; None where we stay who we are.

    GitHub starts the container of an action as root. Files written so could not be removed by the jobs that follow on
    the same machine. The owner must own the runner's files too, for otherwise only root can tell the result, and have a
    name here, for without one Spark does not start.
    """
    workspace = environment.get("GITHUB_WORKSPACE", "")
    if os.geteuid() != 0 or not workspace:
        return None
    owner = _owner(Path(workspace), environment)
    if owner is None:
        return None
    user, group = owner
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)
    return user


def _owner(workspace: Path, environment: Mapping[str, str]) -> tuple[int, int] | None:
    files = [Path(environment[name]) for name in _RUNNER_FILES if environment.get(name)]
    try:
        found = workspace.stat()
        users = {found.st_uid, *(file.stat().st_uid for file in files)}
        pwd.getpwuid(found.st_uid)
    except (OSError, KeyError):
        return None
    return (found.st_uid, found.st_gid) if users == {found.st_uid} and found.st_uid != 0 else None
