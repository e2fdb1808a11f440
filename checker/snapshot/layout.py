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


class Selection:
    """Which paths of the repository are SQL of this project."""

    def __init__(self, settings: Settings, folder: str = "") -> None:
        parts = PurePosixPath(folder, settings.root).parts
        self.prefix = "".join(f"{part}/" for part in parts if part != ".")
        self._include = pathspec.GitIgnoreSpec.from_lines(settings.include)
        self._exclude = pathspec.GitIgnoreSpec.from_lines(settings.exclude)
        self._excludes_any = bool(settings.exclude)

    def wanted(self, path: str) -> bool:
        if not path.startswith(self.prefix):
            return False
        inner = self.inner(path)
        return self._include.match_file(inner) and not (self._excludes_any and self._exclude.match_file(inner))

    def inner(self, path: str) -> str:
        """The path from the project's root."""
        return path[len(self.prefix) :]


@dataclass(frozen=True, slots=True)
class Layout:
    """How paths are read: as a tree of models, or not at all."""

    selection: Selection
    home: Home
    tree: bool

    def place(self, path: str) -> Place:
        """What the path tells of the statements in it."""
        if not self.tree:
            return Place(FileRole.FLAT, self.home)
        folder, *rest = self.selection.inner(path).split("/")
        stem, variant = _stem_and_variant(rest[-1] if rest else "")
        if folder in _GLOBAL_FOLDERS and len(rest) == 1:
            return Place(FileRole.GLOBAL, self.home, stem, variant)
        if folder != MODELS or not 1 <= len(rest) <= 3:
            return Place(FileRole.OUTSIDE, self.home)
        if len(rest) == 1:
            return Place(FileRole.DATABASE, self._at(stem, self.home.schema), stem, variant)
        if len(rest) == 2:
            return Place(FileRole.SCHEMA, self._at(rest[0], stem), stem, variant)
        return Place(FileRole.OBJECT, self._at(rest[0], rest[1]), stem, variant)

    def _at(self, database: str, schema: str) -> Home:
        return Home(self.home.dialect, database, schema)


def _stem_and_variant(name: str) -> tuple[str, str]:
    """
    >>> _stem_and_variant("orders#staging.sql"), _stem_and_variant("orders.sql")
    (('orders', 'staging'), ('orders', ''))
    """
    stem, _, variant = name.removesuffix(".sql").rpartition("#")
    return (stem, variant) if stem else (variant, "")


def choose_layout(settings: Settings, selection: Selection, paths: Iterable[str]) -> Layout:
    """The layout that the settings name; `auto` is a tree where the paths of either side show one."""
    tree = settings.layout == "tree"
    if settings.layout == "auto":
        tree = any(_is_model(selection.inner(path)) for path in paths)
    home = Home(settings.sql_dialect, settings.database, settings.schema_name)
    return Layout(selection, home, tree)


def _is_model(inner: str) -> bool:
    return inner.startswith(f"{MODELS}/") and inner.count("/") == 3
