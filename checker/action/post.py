"""The second half of the two-step for forks: post a report that an earlier run left in a folder."""

from __future__ import annotations

from collections.abc import Mapping

from checker.action.inputs import Inputs
from checker.action.log import say
from checker.action.posting import comment_options, connected
from checker.action.workspace import Workspace
from checker.commands.post import post_folder
from checker.github.workflow import command, write_outputs


def run_post(inputs: Inputs, environment: Mapping[str, str]) -> int:
    """Post what lies in the report folder. To post is all that this run is for: a refusal fails it."""
    folder = Workspace.of(environment).inside(inputs.report_folder)
    with connected(inputs, environment) as github:
        outcome = post_folder(github, environment, folder, comment_options(inputs))
    write_outputs(environment, {"comment-status": outcome.status, "comment-url": outcome.url or ""})
    if outcome.status == "refused":
        say(command("error", f"the report was not posted: {outcome.reason}", {}))
        return 2
    say(command("notice", f"the comment is {outcome.status}" + (f": {outcome.reason}" if outcome.reason else ""), {}))
    return 0
