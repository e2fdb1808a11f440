"""One project in a repository: its settings and which files are its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from checker.errors import ConfigurationError
from checker.repo.export import export_files
from checker.repo.files import Listing, Seen, list_files
from checker.repo.repository import WORKTREE, Repository
from checker.settings import CONFIG_NAME, CONFIG_NAMES, MOST_CONFIG_BYTES, Settings, load_settings
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
    seen: Seen = field(default_factory=dict, repr=False)

    def revision(self, name: str) -> Revision:
        return Revision(name, None if name == WORKTREE else self.repository.resolve(name))

    def base_of(self, head: Revision) -> Revision:
        """What head is compared with where nobody says."""
        sha = self.repository.default_base(head.source)
        branch = self.repository.default_branch() or sha
        return Revision(branch.removeprefix("refs/heads/").removeprefix("refs/remotes/"), sha)

    def list_files(self, revision: Revision) -> Listing:
        return list_files(self.repository, revision.source, self.selection.wanted, self.seen)

    def layout(self, sides: Sides) -> Layout:
        return choose_layout(self.settings, self.selection, sides.paths())


def open_project(
    folder: Path, config: Path | None, overrides: dict[str, Any], config_root: Path | None = None
) -> Project:
    """The project that a folder belongs to.

    With `config_root` the configuration is looked for there, as if it were the root of the repository.
    """
    repository = Repository(folder)
    start, top = folder.resolve(), repository.root.resolve()
    if config_root is not None:
        start, top = config_root.resolve() / start.relative_to(top), config_root.resolve()
    configuration = load_settings(start, top, config, overrides)
    inner = configuration.folder.relative_to(top).as_posix()
    return Project(repository, configuration.settings, Selection(configuration.settings, inner), configuration.folder)


@contextmanager
def configuration_of(repository: Repository, sha: str, *named: str) -> Iterator[Path]:
    """A folder for `config_root`: the configuration and rules of a commit, whatever lies on disk.

    `named` are further files that the user chose by path. Errors name the commit in place of the folder.
    """

    def wanted(path: str) -> bool:
        return path in named or path.endswith(".dl") or path.rpartition("/")[2] in CONFIG_NAMES

    with TemporaryDirectory(prefix="checker-config-") as name:
        folder = Path(name).resolve()
        for one in export_files(repository, sha, folder, wanted, MOST_CONFIG_BYTES):
            # Left out, it would be as if there were no configuration, and so no policy.
            if one.path.endswith(CONFIG_NAME) or one.path in named:
                raise ConfigurationError(f"{one.path} of commit {sha[:12]} is a {one.reason}, which is not followed")
        try:
            yield folder
        except ConfigurationError as error:
            raise ConfigurationError(str(error).replace(f"{folder}/", f"{sha[:12]}:")) from error
