"""A check run with findings at their lines, or a plain status, on a commit. Both are extras: the job is the gate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct

from checker.findings.finding import Finding, Severity, in_order
from checker.github.client import GitHub
from checker.github.errors import GitHubError, Uncertain
from checker.github.outcome import PostOutcome
from checker.github.retry import Later
from checker.github.shapes import Number
from checker.github.text import clipped, encodable
from checker.report.escape import visible

ANNOTATIONS_PER_REQUEST = 50
MOST_ANNOTATIONS = 1_000
OUTPUT_LIMIT = 65_535
_MOST_TITLE, _MOST_MESSAGE, _MOST_DESCRIPTION = 255, 16_000, 140
_BASIC_PLANE = 0xFFFF
_LEVELS: Mapping[Severity, str] = {"error": "failure", "warning": "warning", "note": "notice"}

Conclusion = Literal["success", "failure", "neutral"]
State = Literal["success", "failure", "error", "pending"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRun:
    """What is shown in the list of checks of a commit."""

    name: str
    head_sha: str
    """The head of the pull request, never the test merge: nobody would see it there."""
    conclusion: Conclusion
    title: str
    summary: str
    findings: tuple[Finding, ...] = ()
    details_url: str | None = None


class _Output(Struct):
    annotations_count: int


class _CheckRun(Struct):
    id: Number
    output: _Output
    html_url: str | None = None


def write_check_run(github: GitHub, repository: str, run: CheckRun) -> PostOutcome:
    """Create it whole, with as many annotations as one request takes, and add the others."""
    summary = _summary(run)
    batches = list(_batches(run.findings))
    body = {
        "name": run.name,
        "head_sha": run.head_sha,
        "status": "completed",
        "conclusion": run.conclusion,
        "output": _output(run, summary, batches[0]),
    } | ({"details_url": run.details_url} if run.details_url else {})
    # Done twice, the later one hides the earlier: they have the same name.
    created = github.send("POST", f"repos/{repository}/check-runs", body, _CheckRun, repeat=True)
    done = len(batches[0])
    for batch in batches[1:]:
        done += len(batch)
        _append(github, f"repos/{repository}/check-runs/{created.id}", _output(run, summary, batch), done)
    return PostOutcome("posted", url=created.html_url)


def write_status(
    github: GitHub, repository: str, sha: str, *, state: State, context: str, text: str, url: str | None = None
) -> PostOutcome:
    """A commit status, for tokens that may not write check runs."""
    body = {"state": state, "context": context, "description": clipped(visible(text), _MOST_DESCRIPTION)}
    body |= {"target_url": url} if url else {}
    github.send("POST", f"repos/{repository}/statuses/{sha}", body, dict[str, Any], repeat=True)
    return PostOutcome("posted", url=url)


def _append(github: GitHub, path: str, output: dict[str, Any], expected: int) -> None:
    """GitHub adds what it is sent to what is there: after a lost answer we look before sending it again."""

    def add() -> None:
        try:
            github.send("PATCH", path, {"output": output}, _CheckRun, repeat=False)
        except Uncertain as lost:
            if github.get(path, _CheckRun).output.annotations_count < expected:
                raise Later(lost) from lost

    github.patiently(add)


def _summary(run: CheckRun) -> str:
    """Markdown, so what lies beyond the basic plane can be written as an entity."""
    summary = "".join(one if ord(one) <= _BASIC_PLANE else f"&#{ord(one)};" for one in encodable(run.summary))
    if len(summary.encode()) > OUTPUT_LIMIT:
        raise GitHubError(f"the summary is longer than a check run takes, which is {OUTPUT_LIMIT:,} bytes")
    return summary


def _output(run: CheckRun, summary: str, annotations: list[dict[str, Any]]) -> dict[str, Any]:
    title = clipped(_plane(visible(run.title)), _MOST_TITLE)
    return {"title": title, "summary": summary, "annotations": annotations}


def _batches(findings: Iterable[Finding]) -> Iterator[list[dict[str, Any]]]:
    placed = [_annotation(finding) for finding in in_order(findings) if finding.path][:MOST_ANNOTATIONS]
    for start in range(0, max(len(placed), 1), ANNOTATIONS_PER_REQUEST):
        yield placed[start : start + ANNOTATIONS_PER_REQUEST]


def _annotation(finding: Finding) -> dict[str, Any]:
    line = finding.line or 1
    end = max(finding.end_line or line, line)
    message = visible(finding.message) + (f"\n{visible(finding.hint)}" if finding.hint else "")
    columns = {"start_column": finding.column} if finding.column and end == line else {}
    return {
        "path": encodable(finding.path or ""),
        "start_line": line,
        "end_line": end,
        "annotation_level": _LEVELS[finding.severity],
        "title": clipped(finding.code, _MOST_TITLE),
        "message": clipped(_plane(message), _MOST_MESSAGE),
    } | columns


def _plane(text: str) -> str:
    r"""Check runs take no characters beyond the basic plane, and their titles and messages are plain text.

    >>> _plane("a😀é")
    'a\\U0001f600é'
    """
    return "".join(one if ord(one) <= _BASIC_PLANE else one.encode("unicode_escape").decode() for one in text)
