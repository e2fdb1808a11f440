"""A report between two workflows: written where the token may only read, posted where it may write.

What is read back came through an artifact of a run that anybody may have shaped: a fork's pull request also brings
the workflow that it runs. So nothing of it is followed, executed, or believed without a second look.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from checker.github.errors import GitHubError
from checker.github.shapes import Number, Sha
from checker.github.stamp import BODY_LIMIT
from checker.github.text import encodable
from checker.repo.disk import Changed, Disk, NotFollowed, NotThere

BODY_FILE = "comment.md"
ABOUT_FILE = "comment.json"
_MOST_ABOUT = 100_000


class ReportUnusable(GitHubError):
    """The folder does not hold a report as `check` writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is to be posted, and what about."""

    body: str
    head_sha: str
    pull_request: int | None
    has_changes: bool
    digest: str = ""


class _About(Struct, kw_only=True, forbid_unknown_fields=True):
    schema_version: Annotated[int, Meta(ge=1, le=1)]
    head_sha: Sha
    pull_request: Number | None
    has_changes: bool
    digest: str


def write_report(folder: Path, report: Report) -> None:
    """Two files: the text, and what it is about."""
    about = _About(
        schema_version=1,
        head_sha=report.head_sha,
        pull_request=report.pull_request,
        has_changes=report.has_changes,
        digest=encodable(report.digest),
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / BODY_FILE).write_bytes(encodable(report.body).encode())
        (folder / ABOUT_FILE).write_bytes(msgspec.json.encode(about, order="deterministic") + b"\n")
    except OSError as error:
        raise GitHubError(f"the report cannot be written to {str(folder)!r}: {error.strerror}") from error


def read_report(folder: Path) -> Report:
    """The report in a folder. Raises ReportUnusable with what is wrong with it."""
    try:
        with Disk(folder, "sha1") as disk:
            about = _about(_read(disk, ABOUT_FILE, _MOST_ABOUT))
            body = _read(disk, BODY_FILE, BODY_LIMIT).decode("utf-8")
    except OSError as error:
        raise ReportUnusable(f"the report in {str(folder)!r} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ReportUnusable(f"{BODY_FILE} is not UTF-8") from error
    return Report(
        body=body,
        head_sha=about.head_sha,
        pull_request=about.pull_request,
        has_changes=about.has_changes,
        digest=about.digest,
    )


def _read(disk: Disk, name: str, most_bytes: int) -> bytes:
    try:
        data = disk.read(name, most_bytes).data
    except (NotThere, FileNotFoundError) as error:
        hint = "download the artifact that check wrote, and name its folder"
        raise ReportUnusable(f"the report has no {name}", hint=hint) from error
    except NotFollowed as error:
        raise ReportUnusable(f"{name} is a {error.reason}, not a file") from error
    except Changed as error:
        raise ReportUnusable(f"{name} changes while it is read") from error
    if data is None:
        raise ReportUnusable(f"{name} is over {most_bytes:,} bytes")
    return data


def _about(data: bytes) -> _About:
    try:
        return msgspec.json.decode(data, type=_About)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise ReportUnusable(f"{ABOUT_FILE} is not understood: {error}") from error
