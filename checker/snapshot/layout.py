"""Where a file's objects live: told by its path (tree) or by its statements (flat)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

import pathspec

from checker.settings import Settings
from checker.snapshot.resolve import Home

MODELS = "models"
_GLOBAL_FOLDERS = frozenset({"clusters", "roles", "network-policies"})


class FileRole(StrEnum):
    """What a file is for."""

    OBJECT = "object"
    SCHEMA = "schema"
    DATABASE = "database"
    GLOBAL = "global"
    FLAT = "flat"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Place:
    """What a path tells: the home of its names, and the object it must define in a tree."""

    role: FileRole
    home: Home
    stem: str = ""
    variant: str = ""
    """mz-deploy: `name#profile.sql` is the object as one profile has it."""


class Layout:
    """The files of one project, as its settings choose them."""

    def __init__(self, settings: Settings, folder: str = "") -> None:
        self._settings = settings
        parts = PurePosixPath(folder, settings.root).parts
        self._prefix = "".join(f"{part}/" for part in parts if part != ".")
        self._include = pathspec.GitIgnoreSpec.from_lines(settings.include)
        self._exclude = pathspec.GitIgnoreSpec.from_lines(settings.exclude)
        self._home = Home(settings.sql_dialect, settings.database, settings.schema_name)
        self._tree = settings.layout == "tree"

    def wanted(self, path: str) -> bool:
        """A path of the repository that is SQL of this project."""
        if not path.startswith(self._prefix):
            return False
        inner = path[len(self._prefix) :]
        return self._include.match_file(inner) and not self._exclude.match_file(inner)

    def settle(self, paths: Iterable[str]) -> None:
        """Tell tree from flat, once the paths of both sides are known."""
        if self._settings.layout == "auto":
            self._tree = any(self._is_model(path) for path in paths)

    @property
    def is_tree(self) -> bool:
        return self._tree

    def _inner(self, path: str) -> list[str]:
        return path[len(self._prefix) :].split("/")

    def _is_model(self, path: str) -> bool:
        parts = self._inner(path)
        return len(parts) == 4 and parts[0] == MODELS

    def place(self, path: str) -> Place:
        """What the path tells of the statements in it."""
        if not self._tree:
            return Place(FileRole.FLAT, self._home)
        folder, *rest = self._inner(path)
        stem, _, variant = rest[-1].removesuffix(".sql").rpartition("#") if rest else ("", "", "")
        stem, variant = (stem, variant) if stem else (variant, "")
        if folder in _GLOBAL_FOLDERS and len(rest) == 1:
            return Place(FileRole.GLOBAL, self._home, stem, variant)
        if folder != MODELS or not 1 <= len(rest) <= 3:
            return Place(FileRole.OUTSIDE, self._home)
        if len(rest) == 1:
            return Place(FileRole.DATABASE, self._at(stem, self._home.schema), stem, variant)
        if len(rest) == 2:
            return Place(FileRole.SCHEMA, self._at(rest[0], stem), stem, variant)
        return Place(FileRole.OBJECT, self._at(rest[0], rest[1]), stem, variant)

    def _at(self, database: str, schema: str) -> Home:
        return Home(self._home.dialect, database, schema)
