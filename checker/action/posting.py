"""What goes to GitHub besides the verdict: the comment, and on demand a check run and a status."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from checker.action.inputs import Inputs
from checker.errors import CheckerError
from checker.github.checks import CheckRun, write_check_run, write_status
from checker.github.client import GitHub, open_github
from checker.github.comment import CommentOptions
from checker.github.event import Event
from checker.github.outcome import PostOutcome
from checker.github.post import attempt, post_comment, previous_stamp
from checker.github.stored import Report
from checker.progress import counted
from checker.report.digest import digest
from checker.report.markdown_context import CommentContext
from checker.report.markdown_report import render_markdown
from checker.report.result import Result

_CHECK_RUN_BYTES = 30_000
"""Half of what a check run takes: characters that it does not take are spelled out longer."""
_NO_TOKEN = PostOutcome("refused", "there is no token")
_NO_EVENT = PostOutcome("skipped", "there is no pull request to comment on")


@dataclass(frozen=True, slots=True)
class Posted:
    """What became of everything that was to be posted."""

    comment: PostOutcome
    comment_left: bool
    """Whether the comment lies in files and is still to be posted."""
    refusals: tuple[str, ...]


def comment_options(inputs: Inputs) -> CommentOptions:
    return CommentOptions(
        id=inputs.comment_id, mode=inputs.comment_mode, when=inputs.comment, author=inputs.comment_author or None
    )


@contextmanager
def connected(inputs: Inputs, environment: Mapping[str, str]) -> Iterator[GitHub | None]:
    """GitHub as the environment names it, None without a token."""
    token = {"GITHUB_TOKEN": inputs.token} if inputs.token else {}
    github = open_github({**environment, **token})
    if github is None:
        yield None
    else:
        with github:
            yield github


@dataclass(frozen=True, slots=True)
class Posting:
    """Where one run posts."""

    inputs: Inputs
    event: Event | None
    github: GitHub | None

    def previous_digest(self) -> str | None:
        if self.event is None or self.github is None or self.inputs.comment == "never":
            return None
        stamp = previous_stamp(self.github, self.event, comment_options(self.inputs))
        return stamp.digest if stamp else None

    def comment_of(self, result: Result, context: CommentContext) -> Report | None:
        """What is to be said on the pull request, if there is one."""
        pull = self.event.pull_request if self.event else None
        if pull is None:
            return None
        return Report(
            body=render_markdown(result, context),
            head_sha=pull.head.sha,
            pull_request=pull.number,
            has_changes=bool(result.changes or result.dirty.objects or result.findings),
            digest=digest(result, pull.head.sha),
        )

    def post(self, result: Result, context: CommentContext, comment: Report | None) -> Posted:
        outcome = self._post_comment(comment)
        others = [self._attempt(write) for write in self._extras(result, context)]
        refusals = dict.fromkeys(one.reason for one in (outcome, *others) if one.status == "refused")
        # What was skipped for another reason, a second job would skip as well.
        left = comment is not None and (outcome.status == "refused" or self.inputs.comment == "never")
        return Posted(outcome, left, tuple(refusals))

    def _post_comment(self, comment: Report | None) -> PostOutcome:
        options = comment_options(self.inputs)
        if self.event is None or comment is None:
            return _NO_EVENT
        if self.github is None:
            return _NO_TOKEN if options.when != "never" else PostOutcome("skipped", "comments are switched off")
        return post_comment(self.github, self.event, comment, options)

    def _extras(self, result: Result, context: CommentContext) -> Iterator[Callable[[GitHub, Event], PostOutcome]]:
        if self.inputs.check_run:
            yield lambda github, event: write_check_run(github, event.repository, self._check_run(result, context))
        if self.inputs.status:
            yield lambda github, event: write_status(
                github,
                event.repository,
                _head(event),
                state="success" if result.verdict == "pass" else "failure",
                context=self.inputs.status,
                text=headline(result),
                url=event.run_url,
            )

    def _attempt(self, write: Callable[[GitHub, Event], PostOutcome]) -> PostOutcome:
        github, event = self.github, self.event
        if event is None:
            return PostOutcome("skipped", "there is no event")
        return _NO_TOKEN if github is None else attempt(event, lambda: write(github, event))

    def _check_run(self, result: Result, context: CommentContext) -> CheckRun:
        return CheckRun(
            name=self.inputs.check_run,
            head_sha=_head(self.event),
            conclusion="success" if result.verdict == "pass" else "failure",
            title=headline(result),
            summary=render_markdown(result, context, _CHECK_RUN_BYTES),
            findings=result.findings,
            details_url=self.event.run_url if self.event else None,
        )


def headline(result: Result) -> str:
    """The verdict in a line."""
    counts = result.counts
    problems = [counted(counts.errors, "error")] * bool(counts.errors)
    problems += [counted(counts.warnings, "warning")] * bool(counts.warnings)
    return ", ".join([counted(counts.changed, "change"), f"{counts.dirty_objects:,} dirty", *problems])


def _head(event: Event | None) -> str:
    if event is None or event.head_sha is None:
        raise CheckerError("there is no commit to tell the result of")
    return event.head_sha
