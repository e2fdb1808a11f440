"""Environments of runs, as the runner makes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from checker.github.event import Event, read_event

BASE, HEAD, MERGE, ZERO = "b" * 40, "a" * 40, "e" * 40, "0" * 40
REPOSITORY = {"full_name": "acme/shop", "default_branch": "main"}


def pull_request(*, base: str = BASE, head: str = HEAD, fork: str | None = "acme/shop") -> dict[str, Any]:
    head_side = {"sha": head, "ref": "change", "repo": {"full_name": fork} if fork else None}
    base_side = {"sha": base, "ref": "main", "repo": REPOSITORY}
    return {"pull_request": {"number": 7, "head": head_side, "base": base_side}, "repository": REPOSITORY}


def push(before: str, after: str, **other: Any) -> dict[str, Any]:
    return {"ref": "refs/heads/change", "before": before, "after": after, "repository": REPOSITORY} | other


def workflow_run(**other: Any) -> dict[str, Any]:
    run = {
        "id": 500, "run_attempt": 2, "event": "pull_request", "head_sha": HEAD, "head_branch": "change",
        "head_repository": {"full_name": "mallory/shop"}, "pull_requests": [],
    }  # fmt: skip
    return {"workflow_run": run | other, "repository": REPOSITORY}


def environment(folder: Path, name: str, payload: object, sha: str = MERGE, **other: str) -> dict[str, str]:
    """The variables, and the event in its file."""
    file = folder / "event.json"
    file.write_text(payload if isinstance(payload, str) else json.dumps(payload))
    return {
        "GITHUB_EVENT_NAME": name,
        "GITHUB_EVENT_PATH": str(file),
        "GITHUB_SHA": sha,
        "GITHUB_REPOSITORY": "acme/shop",
        "GITHUB_RUN_ID": "900",
        "GITHUB_RUN_ATTEMPT": "3",
    } | other


def event(folder: Path, name: str, payload: object) -> Event:
    found = read_event(environment(folder, name, payload))
    assert found is not None
    return found
