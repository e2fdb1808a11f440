"""A git repository of a project, made commit by commit, and checks of it."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from rich.console import Console

from checker.commands.check import check
from checker.commands.options import Options
from checker.progress import Progress
from checker.report.result import Result
from checker.spark.session import SparkRunner
from tests.git_repository import GitRepository

PROJECTS = Path(__file__).parent / "projects"


class GitProject(GitRepository):
    """A repository whose commits are given whole."""

    def write_all(self, files: Mapping[str, str | bytes]) -> None:
        for path, content in files.items():
            self.write(path, content)

    def commit_only(self, files: Mapping[str, str | bytes]) -> str:
        """A commit that holds just these files, and the configuration if it is not among them."""
        for tracked in self.git("ls-files", "-z").split("\0"):
            if tracked and tracked not in files and tracked != "checker.toml":
                (self.folder / tracked).unlink(missing_ok=True)
        return self.commit(dict(files))

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
