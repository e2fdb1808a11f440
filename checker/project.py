"""One project in a repository: its settings and which files are its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.repo.files import Listing, list_files
from checker.repo.repository import WORKTREE, Repository
from checker.settings import Settings, load_settings
from checker.snapshot.collect import Sides
from checker.snapshot.layout import Layout, Selection, choose_layout


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit as the user named it; the work tree has no sha."""

    rev: str
    sha: str | None

    @property
    def source(self) -> str:
        """What `list_files` takes."""
        return self.sha or WORKTREE


@dataclass(frozen=True, slots=True)
class Project:
    """A repository, and the part of it that the settings choose."""

    repository: Repository
    settings: Settings
    selection: Selection
    folder: Path
    """Where paths in the settings start: rule files lie from here."""

    def revision(self, name: str) -> Revision:
        return Revision(name, None if name == WORKTREE else self.repository.resolve(name))

    def base_of(self, head: Revision) -> Revision:
        """What head is compared with where nobody says."""
        sha = self.repository.default_base(head.source)
        branch = self.repository.default_branch() or sha
        return Revision(branch.removeprefix("refs/heads/").removeprefix("refs/remotes/"), sha)

    def list_files(self, revision: Revision) -> Listing:
        return list_files(self.repository, revision.source, self.selection.wanted)

    def layout(self, sides: Sides) -> Layout:
        return choose_layout(self.settings, self.selection, sides.paths())


def open_project(folder: Path, config: Path | None, overrides: dict[str, Any]) -> Project:
    """The project that a folder belongs to."""
    repository = Repository(folder)
    top = repository.root.resolve()
    configuration = load_settings(folder.resolve(), top, config, overrides)
    inner = configuration.folder.relative_to(top).as_posix()
    return Project(repository, configuration.settings, Selection(configuration.settings, inner), configuration.folder)
