"""The outputs of the step: short values, and paths that later steps can use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from checker.action.files import REPORTS
from checker.action.posting import Posted
from checker.report.result import Counts, Result

COUNTS = {name: name.replace("_", "-") for name in asdict(Counts())}
OUTPUTS = (
    "verdict", "base-sha", "head-sha", *COUNTS.values(), "report-folder", *REPORTS, "comment-status", "comment-url",
    "comment-left",
)  # fmt: skip


def outputs_of(result: Result, folder: str, paths: Mapping[str, Path], posted: Posted) -> dict[str, str]:
    """Paths start at the workspace: in the container it lies elsewhere than for the steps that follow."""
    values = {
        "verdict": result.verdict,
        "base-sha": result.base.sha or "",
        "head-sha": result.head.sha or "",
        "report-folder": folder,
        "comment-status": posted.comment.status,
        "comment-url": posted.comment.url or "",
        "comment-left": str(posted.comment_left).lower(),
    }
    values |= {COUNTS[name]: str(count) for name, count in asdict(result.counts).items()}
    values |= {output: f"{folder}/{path.name}" for output, path in paths.items()}
    return {name: values[name] for name in OUTPUTS}


def nothing_outputs() -> dict[str, str]:
    """Of a run that has nothing to check."""
    return {"verdict": "pass", "comment-left": "false"} | dict.fromkeys(COUNTS.values(), "0")
