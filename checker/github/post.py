"""Post a report: at once in the job that made it, or later from its files in a job that may write."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from checker.github.client import GitHub
from checker.github.comment import CommentOptions, PullRequestComment
from checker.github.errors import Denied, GitHubError
from checker.github.event import CheckedRun, Event
from checker.github.outcome import PostOutcome
from checker.github.recheck import recheck
from checker.github.shapes import PullRequest
from checker.github.stamp import Stamp
from checker.github.stored import Report, read_report

_SWITCHED_OFF = PostOutcome("skipped", "comments are switched off")
_NO_PULL_REQUEST = PostOutcome("skipped", "there is no pull request to comment on")


class NotTheSame(GitHubError):
    """What the report says of its pull request is not what GitHub says."""


def post_comment(github: GitHub, event: Event, report: Report, options: CommentOptions) -> PostOutcome:
    """Comment on the pull request of this very run, with a report that this run made.

    Never raises for what GitHub refuses: the outcome says so, and `check` goes on with files, summary and exit code.
    """
    pull = event.pull_request
    if pull is None:
        return _NO_PULL_REQUEST
    stamp = Stamp(options.id, pull.head.sha, event.run, event.attempt, report.digest)

    def write() -> PostOutcome:
        now = github.get(f"repos/{event.repository}/pulls/{pull.number}", PullRequest)
        return _write(github, event.repository, now, report, stamp, options)

    return _SWITCHED_OFF if options.when == "never" else attempt(event, write)


def post(
    github: GitHub, event: Event, folder: Path, options: CommentOptions, *, also_links: Iterable[str] = ()
) -> PostOutcome:
    """Comment with a report that another run left in a folder, after `workflow_run` told of that run.

    The run, its commit and its repository come from the event, the pull request from the API; the folder gives only the
    number to look for and the text, which must be such as our report writes: its links go to the repository, or start
    with one of `also_links`.
    """
    run = event.checked_run
    if run is None:
        return PostOutcome("refused", f"a report is posted after a workflow_run event, and this is {event.name}")

    def write() -> PostOutcome:
        report = read_report(folder)
        if report.pull_request is None:
            return _NO_PULL_REQUEST
        recheck(report.body, [f"{event.repository_url}/", *also_links])
        now = github.get(f"repos/{event.repository}/pulls/{report.pull_request}", PullRequest)
        _verify(now, report, run, event.repository)
        stamp = Stamp(options.id, run.head_sha, run.id, run.attempt, report.digest)
        return _write(github, event.repository, now, report, stamp, options)

    return _SWITCHED_OFF if options.when == "never" else attempt(event, write)


def attempt(event: Event, write: Callable[[], PostOutcome]) -> PostOutcome:
    """What becomes of a write to GitHub, also a check run's or a status': a refusal is an outcome, not an error."""
    try:
        return write()
    except GitHubError as error:
        fork = isinstance(error, Denied) and event.from_fork
        why = "the pull request comes from a fork, whose token may only read; " if fork else ""
        return PostOutcome("refused", f"{why}{error}")


def previous_stamp(github: GitHub, event: Event, options: CommentOptions) -> Stamp | None:
    """What the run before left in our comment; None where there is none or it cannot be read."""
    if event.comment_on is None:
        return None
    try:
        return PullRequestComment(github, event.repository, event.comment_on, options).latest_stamp()
    except GitHubError:
        return None


def _write(
    github: GitHub, repository: str, now: PullRequest, report: Report, stamp: Stamp, options: CommentOptions
) -> PostOutcome:
    if now.head.sha != stamp.head:
        reason = f"the pull request is at {now.head.sha[:12]} by now, and this run checked {stamp.head[:12]}"
        return PostOutcome("skipped", reason)
    comment = PullRequestComment(github, repository, now.number, options)
    return comment.write(report.body, stamp, has_changes=report.has_changes)


def _verify(pull: PullRequest, report: Report, run: CheckedRun, repository: str) -> None:
    """The pull request is the one that the run was about, whatever number the report names."""
    base, head = pull.base.repo, pull.head.repo
    if base is None or base.full_name.lower() != repository.lower():
        raise NotTheSame(f"pull request {pull.number} does not belong to {repository}")
    same_branch = run.head_branch is not None and pull.head.ref == run.head_branch
    same_fork = head is not None and head.full_name.lower() == (run.head_repository or "").lower()
    if not (same_branch and same_fork):
        raise NotTheSame(f"pull request {pull.number} is not the one that run {run.id} was about")
    if report.head_sha != run.head_sha:
        raise NotTheSame(f"the report is about {report.head_sha[:12]}, and run {run.id} about {run.head_sha[:12]}")
