"""`checker.toml`: what it may hold, and clear words for what it may not."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pathspec import GitIgnoreSpec
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from checker.errors import ConfigurationError
from checker.names import nearest
from checker.sql.dialect import Dialect, get_dialect

CONFIG_NAME = "checker.toml"
_PROJECT_NAME = "pyproject.toml"
CONFIG_NAMES = (CONFIG_NAME, _PROJECT_NAME)
DEFAULT_MAX_FILE_BYTES = 5_000_000
_MOST_STARS = 2  # matching takes time to the power of them
MOST_CONFIG_BYTES = 1_000_000


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Cycles(_Model):
    allow: bool = False
    analysis: Literal["stratified", "strict"] = "stratified"
    max_passes: int = Field(default=100, ge=1, le=10_000)


class Stable(_Model):
    schemas: list[str] = []


class Dependency(_Model):
    reads: list[str] = []
    writes: list[str] = []


class Policy(_Model):
    fail_on: Literal["error", "warning", "never"] = "error"
    max_dirty_objects: int = Field(default=0, ge=0)
    protected: list[str] = []


class Waiver(_Model):
    code: str
    object: str = "*"
    until: dt.date | None = None
    reason: str = Field(min_length=1)


class Limits(_Model):
    """Bounds on what one file, and one task, may cost."""

    file_bytes: int = Field(default=DEFAULT_MAX_FILE_BYTES, ge=1)
    file_seconds: float = Field(default=10.0, gt=0, le=600)
    task_facts: int = Field(default=20_000_000, ge=0)
    """Up to so many facts the rules run in one task; beyond, as joins over DataFrames."""


class Settings(_Model):
    """Everything in `checker.toml`, with its defaults."""

    dialect: str = "materialize"
    layout: Literal["auto", "tree", "flat"] = "auto"
    root: str = "."
    include: list[str] = ["**/*.sql"]
    exclude: list[str] = []
    default_database: str | None = None
    default_schema: str | None = None
    externals: list[str] = []
    rules: str = "changeset-v2"
    extra_rules: list[str] = []
    variables: dict[str, str] = {}
    cycles: Cycles = Cycles()
    stable: Stable = Stable()
    dependencies: dict[str, Dependency] = {}
    policy: Policy = Policy()
    limits: Limits = Limits()
    waivers: list[Waiver] = []

    @field_validator("dialect")
    @classmethod
    def _known_dialect(cls, name: str) -> str:
        try:
            get_dialect(name)
        except ConfigurationError as error:
            raise ValueError(str(error)) from error
        return name

    @field_validator("root", "rules")
    @classmethod
    def _inside_repository(cls, path: str) -> str:
        if Path(path).is_absolute() or ".." in Path(path).parts:
            raise ValueError("must lie inside the repository")
        return path

    @field_validator("include", "exclude")
    @classmethod
    def _usable_patterns(cls, patterns: list[str]) -> list[str]:
        for pattern in patterns:
            if any(segment.count("*") > _MOST_STARS for segment in pattern.split("/")):
                raise ValueError(f"{pattern!r} has more than {_MOST_STARS} stars between two slashes")
            try:
                GitIgnoreSpec.from_lines([pattern])
            except (ValueError, re.error) as error:
                raise ValueError(f"{pattern!r} is no pattern as .gitignore has them") from error
        return patterns

    @property
    def sql_dialect(self) -> Dialect:
        return get_dialect(self.dialect)

    @property
    def database(self) -> str:
        return self.default_database or self.sql_dialect.default_database

    @property
    def schema_name(self) -> str:
        return self.default_schema or self.sql_dialect.default_schema


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings, and the folder that they speak of: where the file lies that they come from."""

    settings: Settings
    folder: Path


def load_settings(start: Path, top: Path, file: Path | None, overrides: dict[str, Any]) -> Configuration:
    """`--config`, else the nearest checker.toml or [tool.checker] of pyproject.toml from a folder up to the top."""
    path, table, text = _read_table(file) if file is not None else _nearest(start, top)
    settings = parse_settings(table | overrides, source=str(path) if path else "", text=text)
    inside = path is not None and path.resolve().is_relative_to(top)
    return Configuration(settings, path.resolve().parent if path and inside else top)


def configuration_in(folder: Path) -> Path | None:
    """The file of this very folder that holds a configuration."""
    return _nearest(folder, folder)[0]


_Table = tuple[Path | None, dict[str, Any], str]


def _nearest(start: Path, top: Path) -> _Table:
    for folder in (start, *start.parents):
        for name in CONFIG_NAMES:
            if (folder / name).is_file():
                _refuse_outside(folder / name, top)
                found = _read_table(folder / name)
                if found[1] or name == CONFIG_NAME:
                    return found
        if folder == top:
            break
    return None, {}, ""


def _refuse_outside(path: Path, top: Path) -> None:
    """Whoever opens a pull request chooses where a link in it leads, and an error tells some of what lies there."""
    if not path.resolve().is_relative_to(top.resolve()):
        raise ConfigurationError(f"{path} is a link out of the repository, which is not followed")


def _read_table(path: Path) -> _Table:
    table, text = _read(path)
    if path.name == _PROJECT_NAME:
        tool = table.get("tool")
        table = tool.get("checker", {}) if isinstance(tool, dict) else {}
        if not isinstance(table, dict):
            raise ConfigurationError(f"{path}: tool.checker must be a table")
    return path, table, text


def _read(path: Path) -> tuple[dict[str, Any], str]:
    try:
        if path.exists() and (not path.is_file() or path.stat().st_size > MOST_CONFIG_BYTES):
            raise ConfigurationError(
                f"{path} is no configuration: not a regular file, or over {MOST_CONFIG_BYTES:,} bytes"
            )
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text), text
    except FileNotFoundError as error:
        raise ConfigurationError(f"no configuration file {path}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError, RecursionError) as error:
        raise ConfigurationError(f"{path} cannot be read: {error}") from error


def parse_settings(table: dict[str, Any], *, source: str = "", text: str = "") -> Settings:
    """Validate a table; the error names the key, the place and the nearest valid key."""
    try:
        return Settings.model_validate(table)
    except ValidationError as error:
        raise ConfigurationError(_explain(error, source, text)) from error


def _explain(error: ValidationError, source: str, text: str) -> str:
    first = error.errors()[0]
    keys = [str(part) for part in first["loc"]]
    where = _place(source, text, keys)
    name = ".".join(keys)
    if first["type"] == "extra_forbidden":
        near = nearest(keys[-1], _valid_keys(keys[:-1]))
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return f"{where}unknown key {name!r}{hint}"
    message = first["msg"].removeprefix("Value error, ")
    return f"{where}{name!r}: {message[:1].lower()}{message[1:]}"


def _valid_keys(path: list[str]) -> list[str]:
    model: type[BaseModel] = Settings
    inner: dict[str, type[BaseModel]] = {
        "cycles": Cycles,
        "stable": Stable,
        "policy": Policy,
        "limits": Limits,
        "waivers": Waiver,
    }
    if path:
        model = Dependency if path[0] == "dependencies" else inner.get(path[0], Settings)
    return list(model.model_fields)


def _place(source: str, text: str, keys: list[str]) -> str:
    """`checker.toml:3: `, where the key can be found in the text."""
    if not source:
        return ""
    words = [key for key in keys if not key.isdigit()]
    for key in reversed(words):
        pattern = re.compile(rf"^\s*\[*\s*\"?[\w.\"]*?{re.escape(key)}\"?\s*(=|\])", re.MULTILINE)
        if match := pattern.search(text):
            return f"{source}:{text.count(chr(10), 0, match.end()) + 1}: "
    return f"{source}: "
