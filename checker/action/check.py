"""The action's main way: check what the event is about, and tell it wherever people look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO

from rich.console import Console

from checker.action.choose import choose_commits, choose_event, configured, trusted_commit
from checker.action.credentials import git_credentials
from checker.action.files import write_files
from checker.action.inputs import Inputs
from checker.action.log import say
from checker.action.outputs import nothing_outputs, outputs_of
from checker.action.posting import Posting, comment_options, connected
from checker.action.workspace import Workspace
from checker.commands.check import check
from checker.commands.options import Options
from checker.github.commits import Commits
from checker.github.event import Event, Nothing
from checker.github.workflow import annotation_commands, append_summary, command, unread, write_outputs
from checker.progress import Progress
from checker.report.levels import SUMMARY_BYTES
from checker.report.markdown_context import CommentContext
from checker.report.markdown_report import render_markdown
from checker.report.result import Result
from checker.report.text_report import print_text
from checker.spark.session import SparkRunner

PASSED, FAILED, UNUSABLE = 0, 1, 2
PUBLIC_SERVER = "https://github.com"
_LOG_WIDTH = 160


def run_check(inputs: Inputs, environment: Mapping[str, str]) -> int:
    """Check, report, post; the exit code is the verdict."""
    event = choose_event(inputs, environment)
    if event is not None and isinstance(event.comparison, Nothing):
        return _nothing_to_check(event.comparison.why, environment)
    run = _Run(inputs, environment, event, Workspace.of(environment))
    # Before any work is done: what cannot be written or posted is told at once.
    run.workspace.inside(inputs.report_folder)
    comment_options(inputs)
    with connected(inputs, environment) as github:
        return run.report(run.check(), Posting(inputs, event, github))


def _nothing_to_check(why: str, environment: Mapping[str, str]) -> int:
    say(command("notice", f"nothing to check: {why}", {}))
    append_summary(environment, f"Nothing to check: {why}.")
    write_outputs(environment, nothing_outputs())
    return PASSED


@dataclass(frozen=True, slots=True)
class _Run:
    """One run of the action in one workspace."""

    inputs: Inputs
    environment: Mapping[str, str]
    event: Event | None
    workspace: Workspace

    @property
    def _server(self) -> str:
        return self.environment.get("GITHUB_SERVER_URL") or PUBLIC_SERVER

    def check(self) -> Result:
        repository = self.workspace.repository(self.inputs.path)
        progress = Progress(Console(stderr=True), verbose=self.environment.get("RUNNER_DEBUG") == "1")
        # Only now may a commit be missing; what follows reads what is here.
        with progress.stage("git", "looking for the two commits"), git_credentials(self._server, self.inputs.token):
            commits = choose_commits(repository, self.inputs, self.event)
            trusted = trusted_commit(repository, self.inputs, self.event, commits.base, self.environment)
        progress.detail(f"compared are {commits.why}")
        asked = self._options(commits)
        with (
            configured(asked, self.inputs, self.workspace, repository, trusted) as options,
            SparkRunner(options.master) as spark,
        ):
            return check(options, progress, spark)

    def _options(self, commits: Commits) -> Options:
        inputs = self.inputs
        cache = self.workspace.inside(inputs.cache_folder) if inputs.cache_folder else None
        pull = self.event.pull_request if self.event else None
        return Options(
            repo=self.workspace.root / inputs.path,
            base=commits.base,
            head=commits.head,
            dialect=inputs.dialect or None,
            force_schemas=inputs.force_schemas,
            fail_on=inputs.fail_on or None,
            cache=cache,
            no_cache=cache is None,
            waivers_text=(pull.body or "") if pull else "",
        )

    def report(self, result: Result, posting: Posting) -> int:
        """Files first: whatever GitHub refuses later, they are there."""
        pull = self.event.pull_request if self.event else None
        context = CommentContext(
            server_url=self._server,
            repository=self.event.repository if self.event else None,
            pull_request=pull.number if pull else None,
            head_sha=pull.head.sha if pull else None,
            summary_url=self.event.run_url if self.event else None,
            previous_digest=posting.previous_digest(),
        )
        comment = posting.comment_of(result, context)
        folder = self.inputs.report_folder
        paths = write_files(self.workspace.inside(folder), result, context, comment)
        self._log(result)
        if self.inputs.summary:
            append_summary(self.environment, render_markdown(result, context, SUMMARY_BYTES))
        posted = posting.post(result, context, comment)
        write_outputs(self.environment, outputs_of(result, folder, paths, posted))
        if posted.refusals:
            kind = "error" if self.inputs.fail_on_post_error else "warning"
            left = f"; it lies in {folder}" if posted.comment_left else ""
            say(command(kind, f"the report was not posted{left}: {'; '.join(posted.refusals)}", {}))
        if result.verdict == "fail":
            return FAILED
        return UNUSABLE if posted.refusals and self.inputs.fail_on_post_error else PASSED

    def _log(self, result: Result) -> None:
        """The report for those who read the log; elsewhere than in Actions nobody reads commands."""
        text = StringIO()
        print_text(result, Console(file=text, width=_LOG_WIDTH, color_system=None))
        if self.environment.get("GITHUB_ACTIONS") != "true":
            say(text.getvalue().rstrip("\n"))
            return
        say(unread(text.getvalue().rstrip("\n")).rstrip("\n"))
        if self.inputs.annotations:
            for line in annotation_commands(result.findings):
                say(line)
