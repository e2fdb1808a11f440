"""What the command line asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.parse.blobs import MANY_FILES, BlobParser
from checker.parse.cache import ParseCache, settings_key
from checker.project import Project, open_project
from checker.repo.repository import WORKTREE
from checker.settings import Settings
from checker.settled.store import RecordStore
from checker.snapshot.layout import Layout
from checker.spark.session import LOCAL_MASTER, SparkRunner
from checker.sql.dialect import get_dialect


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options that the subcommands share; each uses those that make sense for it."""

    repo: Path = Path()
    base: str | None = None
    head: str = WORKTREE
    config: Path | None = None
    config_root: Path | None = None
    """Where the configuration is looked for in place of the repository: what a trusted commit holds."""
    dialect: str | None = None
    rules: str | None = None
    force_schemas: tuple[str, ...] = ()
    format: str = "text"
    outputs: tuple[Path, ...] = ()
    fail_on: str | None = None
    master: str = LOCAL_MASTER
    cache: Path | None = None
    no_cache: bool = False
    remember_from: int = MANY_FILES
    """How many files there must be for settled ones to be remembered: fewer are read as fast."""
    verbose: bool = False
    waivers_text: str = ""
    """Where more waivers may stand: the text of a pull request."""
    quiet: bool = False

    @property
    def rules_file(self) -> Path | None:
        """A rule set that the user names by file, from where the command is run."""
        return Path(self.rules).absolute() if self.rules and self.rules.endswith(".dl") else None

    def open_project(self) -> Project:
        if self.dialect is not None:
            get_dialect(self.dialect)  # an unknown one is told as the option's mistake, not as the configuration's
        overrides: dict[str, Any] = {"dialect": self.dialect, "rules": None if self.rules_file else self.rules}
        given = {key: value for key, value in overrides.items() if value is not None}
        return open_project(self.repo, self.config, given, self.config_root)

    def blob_parser(self, project: Project, spark: SparkRunner) -> BlobParser:
        return BlobParser(project.repository, project.settings, self._cache(project), spark)

    def record_store(self, project: Project, layout: Layout, relations: Iterable[str]) -> RecordStore:
        """Where it is remembered what the project's settled files come to, as facts of these relations."""
        read_as = (_settings_key(project.settings).hex(), repr(layout.tree), repr(layout.home), layout.selection.prefix)
        return RecordStore(self._cache_folder, (str(project.repository.root), *read_as, *sorted(relations)))

    def _cache(self, project: Project) -> ParseCache | None:
        return None if self.no_cache else ParseCache(self._cache_folder, _settings_key(project.settings))

    @property
    def _cache_folder(self) -> Path:
        return self.cache or _user_cache()


def _settings_key(settings: Settings) -> bytes:
    return settings_key(settings.dialect, settings.variables, file_bytes=settings.limits.file_bytes)


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("checker")
