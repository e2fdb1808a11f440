"""A git repository of a project, made commit by commit, and checks of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from rich.console import Console

from checker.commands.check import check
from checker.commands.options import Options
from checker.progress import Progress
from checker.report.result import Result
from checker.spark.session import SparkRunner

PROJECTS = Path(__file__).parent / "projects"
_WHO = {f"GIT_{who}_{what}": "t@example.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
_ENVIRONMENT = _WHO | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


class GitProject:
    """A repository whose files are given as texts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env=os.environ | _ENVIRONMENT,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for path, content in files.items():
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)

    def commit(self, files: Mapping[str, str | bytes]) -> str:
        """A commit that holds just these files, and the configuration if it is not among them."""
        for tracked in self.git("ls-files", "-z").split("\0"):
            if tracked and tracked not in files and tracked != "checker.toml":
                (self.folder / tracked).unlink(missing_ok=True)
        self.write(files)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=x")
        return self.git("rev-parse", "HEAD")

    def check(self, spark: SparkRunner, base: str, head: str, **options: object) -> Result:
        chosen = Options(repo=self.folder, base=base, head=head, **{"no_cache": True, **options})  # type: ignore[arg-type]
        return check(chosen, Progress(Console(file=StringIO())), spark)


def project_files(name: str) -> dict[str, str]:
    """The files of one of the example projects."""
    folder = PROJECTS / name
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def summary(result: Result) -> list[str]:
    """The changes as short lines."""
    return [f"{one.change} {one.kind} {one.id}" + (f" was {one.was}" if one.was else "") for one in result.changes]
