"""The command line: which words it takes. Nothing heavy is imported to tell."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from checker import __version__
from checker.names import nearest

COMMANDS = ("check", "explain", "whatif", "graph", "snapshot", "init", "demo", "post", "warm")
_TOP_LEVEL = ("-h", "--help", "--version")


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """The options of one run; without a subcommand it is `check`."""
    parser = _parser()
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in _TOP_LEVEL):
        arguments = ["check", *arguments]
    elif arguments[0] not in (*COMMANDS, *_TOP_LEVEL):
        near = nearest(arguments[0], COMMANDS)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}"
        parser.error(f"unknown command {arguments[0]!r}; {hint}")
    return parser.parse_args(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="checker",
        description="Tells what a pull request of SQL changes, from two commits, without a database.",
        epilog="Exit codes: 0 passed, 1 the check found something, 2 bad usage or git state, 3 a defect of checker.",
    )
    parser.add_argument("--version", action="version", version=f"checker {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_check(commands.add_parser("check", help="compare base and head and report (the default)"))
    _add_explain(commands.add_parser("explain", help="every reason why an object is dirty, or is not"))
    _add_whatif(commands.add_parser("whatif", help="the same report as if some objects had changed"))
    _add_graph(commands.add_parser("graph", help="the dependency graph with polarity, cycles and dirtiness"))
    _add_snapshot(commands.add_parser("snapshot", help="hash every statement of one commit"))
    _add_init(commands.add_parser("init", help="write checker.toml and a workflow that suit this repository"))
    _add_demo(commands.add_parser("demo", help="make an example repository with a pull request and check it"))
    _add_post(commands.add_parser("post", help="post a report that an earlier run wrote, after workflow_run"))
    _add_warm(commands.add_parser("warm", help="make later runs start faster: keep the classes that Spark loads"))
    return parser


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_project(parser)
    _add_commits(parser)
    _add_reporting(parser)


def _add_commits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--base", metavar="REV", help="what to compare with (default: merge base with the main branch)")
    parser.add_argument(
        "--head", metavar="REV", default="WORKTREE", help="what to check (default: WORKTREE, the files on disk)"
    )


def _add_reporting(parser: argparse.ArgumentParser) -> None:
    _add_rules(parser)
    _add_report(parser)
    parser.add_argument(
        "--fail-on", choices=("error", "warning", "never"), help="lowest severity that fails the check (default: error)"
    )
    _add_running(parser)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=("text", "markdown", "json", "github"),
        default=_default_format(),
        help="what goes to stdout (default: text; github, with annotations, where GitHub Actions runs it)",
    )
    _add_output(
        parser, "also write FILE; its ending tells what: .json .md .html .sarif .sql (the plan) .parquet; repeatable"
    )


def _default_format() -> str:
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"


def _add_explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("object", metavar="OBJECT", help="the object, as [db.][schema.]name; or a cluster or schema")
    _add_project(parser)
    _add_commits(parser)
    _add_rules(parser)
    _add_running(parser)


def _add_whatif(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("objects", metavar="OBJECT", nargs="+", help="what to take for changed, as [db.][schema.]name")
    _add_project(parser)
    parser.add_argument("--head", metavar="REV", default="WORKTREE", help="the commit they are in (default: WORKTREE)")
    _add_reporting(parser)


def _add_graph(parser: argparse.ArgumentParser) -> None:
    _add_project(parser)
    _add_commits(parser)
    _add_rules(parser)
    parser.add_argument(
        "--format", choices=("mermaid", "dot", "json"), default="mermaid", help="what goes to stdout (default: mermaid)"
    )
    _add_output(parser, "write to FILE.mmd, FILE.dot or FILE.json instead of stdout; repeatable")
    _add_running(parser)


def _add_snapshot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("head", metavar="REV", nargs="?", default="WORKTREE", help="the commit (default: WORKTREE)")
    _add_project(parser)
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="what goes to stdout (default: text)"
    )
    _add_output(parser, "write to FILE.parquet or FILE.json instead of stdout; repeatable")
    _add_running(parser)


def _add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--keep", metavar="DIR", type=Path, help="make the repository in this new folder and leave it there"
    )
    _add_report(parser)
    _add_running(parser)


def _add_warm(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--for-all", action="store_true", help="keep them beside the installation, for all its users (as in an image)"
    )
    _add_loudness(parser)


def _add_init(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--repo", metavar="DIR", type=Path, default=Path(), help="a folder inside the repository (default: .)"
    )
    parser.add_argument("--dialect", metavar="NAME", help="the dialect, where the guess from the files is wrong")
    parser.add_argument(
        "--action", metavar="OWNER/NAME@REF", default="OWNER/checker@v1", help="where the workflow finds the action"
    )
    _add_loudness(parser)


def _add_post(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--report", metavar="DIR", type=Path, required=True, help="the folder that holds comment.md and comment.json"
    )
    parser.add_argument("--comment", choices=("always", "changes", "never"), default="changes", help="when to comment")
    parser.add_argument(
        "--comment-mode", choices=("update", "recreate", "new"), default="update", help="edit our comment, or add one"
    )
    parser.add_argument("--comment-id", metavar="ID", default="default", help="tells apart several checks")
    parser.add_argument("--comment-author", metavar="LOGIN", help="our login, where the token is an app's")
    _add_loudness(parser)


def _add_loudness(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-v", "--verbose", action="store_true", help="more on stderr; the trace of a defect")
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing on stderr but errors")


def _add_project(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--repo", metavar="DIR", type=Path, default=Path(), help="a folder inside the repository (default: .)"
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="configuration (default: checker.toml)")
    parser.add_argument("--dialect", metavar="NAME", help="overrides the configuration")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        metavar="NAME|FILE",
        help="rule set: changeset-v2 (the default), changeset-v1, dependents, or a .dl file",
    )
    parser.add_argument(
        "--force-schema", metavar="DB.SCHEMA", action="append", default=[], dest="force_schemas",
        help="take this schema for dirty whatever changed; repeatable",
    )  # fmt: skip


def _add_output(parser: argparse.ArgumentParser, help_text: str) -> None:
    parser.add_argument(
        "--output", metavar="FILE", type=Path, action="append", default=[], dest="outputs", help=help_text
    )


def _add_running(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--master", metavar="URL", default="local[*]", help="Spark master, or sc://… (default: local[*])"
    )
    cache = parser.add_mutually_exclusive_group()
    cache.add_argument(
        "--cache", metavar="DIR", type=Path, help="folder of the parse cache (default: the user's cache)"
    )
    cache.add_argument("--no-cache", action="store_true", help="remember nothing")
    _add_loudness(parser)
