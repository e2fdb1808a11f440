"""`checker demo`: an example repository with a pull request in it, made anew and checked."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path

from checker.commands.options import Options
from checker.errors import CheckerError
from checker.progress import Progress

_AUTHOR = {"NAME": "checker demo", "EMAIL": "demo@example.invalid", "DATE": "2026-01-01T00:00:00+00:00"}


@contextmanager
def demo_repository(keep: Path | None, progress: Progress) -> Iterator[Path]:
    """The repository, for as long as it is checked."""
    folder = Path(tempfile.mkdtemp(prefix="checker-demo-")) if keep is None else _new_folder(keep)
    try:
        with progress.stage("git", f"making an example repository in {folder}"):
            _build(folder)
        yield folder
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def demo_options(options: Options, folder: Path) -> Options:
    """What a user would say to have the example's pull request checked."""
    return replace(options, repo=folder, base="main", head="pull-request")


def _new_folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise CheckerError(
            f"{folder} cannot be made: {error.strerror}", hint="name a folder that is not there"
        ) from error
    return folder


def _build(folder: Path) -> None:
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _commit(folder, "base", "Daily revenue for the shop")
    _git(folder, "switch", "--quiet", "--create", "pull-request")
    _commit(folder, "head", "Count shipped orders as revenue")


def _commit(folder: Path, tree: str, message: str) -> None:
    for old in folder.iterdir():
        if old.name != ".git":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    with as_file(files("checker") / "demo" / tree) as source:
        shutil.copytree(source, folder, dirs_exist_ok=True)
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--no-gpg-sign", f"--message={message}")


def _git(folder: Path, *arguments: str) -> None:
    people = {f"GIT_{who}_{key}": value for who in ("AUTHOR", "COMMITTER") for key, value in _AUTHOR.items()}
    # The user's own hooks and templates have no business in the example.
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TEMPLATE_DIR": ""}
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=os.environ | people | quiet, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CheckerError(f"the example repository cannot be made: git {arguments[0]}: {done.stderr.strip()}")
