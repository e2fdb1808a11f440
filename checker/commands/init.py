"""`checker init`: a configuration and a workflow that suit this repository; nothing is overwritten."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from checker.commands.guess import Guess, guess
from checker.errors import CheckerError
from checker.progress import counted
from checker.repo.repository import Repository
from checker.report.escape import visible
from checker.settings import CONFIG_NAME, configuration_in
from checker.sql.dialect import get_dialect

WORKFLOW = ".github/workflows/checker.yml"
_ACTION = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_./-]+@[A-Za-z0-9_./-]+")
_BRANCH = re.compile(r"[A-Za-z0-9_./-]+")


def run_init(arguments: argparse.Namespace) -> int:
    """Write both files, or none where one of them is there."""
    repository = Repository(arguments.repo)
    if repository.is_bare:
        raise CheckerError("a bare repository has no files on disk", hint="run init in a clone with a work tree")
    if not _ACTION.fullmatch(arguments.action):
        raise CheckerError(f"{arguments.action!r} names no action", hint="use OWNER/NAME@REF")
    found = guess(repository)
    if arguments.dialect:
        found = replace(found, dialect=get_dialect(arguments.dialect).name)
    texts = {
        CONFIG_NAME: configuration_text(found),
        WORKFLOW: workflow_text(arguments.action, _branch(repository)),
    }
    _write(repository.root, texts)
    if not arguments.quiet:
        sys.stderr.write("".join(f"checker: {visible(line)}\n" for line in _told(found, arguments)))
    return 0


def configuration_text(found: Guess) -> str:
    """`checker.toml`, with what each line is for."""
    # A string of JSON is one of TOML as well, as long as it holds nothing that needs an escape.
    root = json.dumps(found.root if found.root.isprintable() else ".", ensure_ascii=False)
    return _render("checker.toml.j2", guess=found, root=root)


def workflow_text(action: str, branch: str) -> str:
    """The plain workflow, for this repository's default branch."""
    return _render("checker.yml.j2", action=action, branch=branch)


def _branch(repository: Repository) -> str:
    """The default branch, as far as a workflow can name it plainly."""
    name = repository.default_branch() or "refs/heads/main"
    short = re.sub(r"\Arefs/(heads|remotes/[^/]+)/", "", name)
    return short if _BRANCH.fullmatch(short) else "main"


def _render(name: str, **values: object) -> str:
    text = (files("checker") / "commands" / "templates" / name).read_text("utf-8")
    # GitHub's own expressions have the braces that templates usually have.
    environment = Environment(
        undefined=StrictUndefined, variable_start_string="<<", variable_end_string=">>", block_start_string="<%",
        block_end_string="%>", comment_start_string="<#", comment_end_string="#>", trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True, autoescape=False,  # noqa: S701  TOML and YAML, not HTML
    )  # fmt: skip
    return environment.from_string(text).render(values)


def _write(root: Path, texts: dict[str, str]) -> None:
    top = root.resolve()
    for name in texts:
        if os.path.lexists(root / name):
            raise CheckerError(f"{name} is there already", hint="move it away to have a new one written")
        if (root / name).resolve() != top / name:
            raise CheckerError(f"{name} would be written behind a symbolic link", hint="put a folder in its place")
    other = configuration_in(root)
    if other is not None:
        hint = f"it would not count beside {CONFIG_NAME}: take it out to have that written"
        raise CheckerError(f"{other.name} holds a configuration already", hint=hint)
    for name, text in texts.items():
        path = root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise CheckerError(f"{name} cannot be written: {error.strerror}") from error


def _told(found: Guess, arguments: argparse.Namespace) -> list[str]:
    layout = f"a tree of models in {found.root}" if found.is_tree else f"names from the statements, SQL in {found.root}"
    why = "as asked" if arguments.dialect else f"{counted(found.dialect_files, 'file')} of {found.sql_files:,} say so"
    if not arguments.dialect and not found.dialect_files:
        why = "a default: no file tells; change it in checker.toml if it is wrong"
    lines = [
        f"found {counted(found.sql_files, 'SQL file')}; {layout}",
        f"dialect {found.dialect} ({why}); rules {found.rules}",
        f"wrote {CONFIG_NAME}",
        f"wrote {WORKFLOW}",
        "next: run `checker` to see the files on disk against the main branch, then commit both files",
    ]
    if arguments.action.startswith("OWNER/"):
        lines.append(f"      and put the owner of the action in place of OWNER in {WORKFLOW}")
    return lines
