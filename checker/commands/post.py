"""`checker post`: comment with a report that an earlier run of `check` left, after a workflow_run event."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from checker.errors import CheckerError
from checker.github.client import GitHub, open_github
from checker.github.comment import CommentOptions
from checker.github.event import EventError, read_event
from checker.github.outcome import PostOutcome
from checker.github.post import post
from checker.report.escape import visible


def run_post(arguments: argparse.Namespace) -> int:
    """Exit 0 where the comment stands or need not; a refusal is an error of one line."""
    options = CommentOptions(
        id=arguments.comment_id, mode=arguments.comment_mode, when=arguments.comment, author=arguments.comment_author
    )
    outcome = _connect_and_post(os.environ, arguments.report, options)
    if outcome.status == "refused":
        raise CheckerError(f"the report was not posted: {outcome.reason}")
    if not arguments.quiet:
        told = " ".join(filter(None, (outcome.url, outcome.reason and f"({outcome.reason})")))
        sys.stderr.write(f"checker: comment {outcome.status} {visible(told)}".rstrip() + "\n")
    return 0


def _connect_and_post(environment: Mapping[str, str], folder: Path, options: CommentOptions) -> PostOutcome:
    github = open_github(environment)
    if github is None:
        return post_folder(None, environment, folder, options)
    with github:
        return post_folder(github, environment, folder, options)


def post_folder(
    github: GitHub | None, environment: Mapping[str, str], folder: Path, options: CommentOptions
) -> PostOutcome:
    """What becomes of a report in a folder that nobody vouches for."""
    event = read_event(environment)
    if event is None:
        raise EventError("there is no event", hint="post runs in a workflow that on: workflow_run starts")
    if github is None:
        raise CheckerError("there is no token to post with", hint="set GITHUB_TOKEN, with pull-requests: write")
    return post(github, event, folder, options)
