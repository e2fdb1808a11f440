"""The inputs of the action, as the runner hands them over and with what they may be."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from checker.errors import CheckerError
from checker.report.escape import visible

_TRUE, _FALSE = ("true", "True", "TRUE"), ("false", "False", "FALSE")


class InputError(CheckerError):
    """An input of the action cannot be used."""


class Inputs(BaseModel):
    """All inputs with their defaults; action.yml tells the same, and a test holds the two together."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Literal["check", "post"] = "check"
    token: str = Field(default="", repr=False)
    path: str = "."
    base: str = ""
    head: str = ""
    config: str = ""
    config_from: Literal["auto", "base", "checkout"] = "auto"
    dialect: str = ""
    rules: str = ""
    force_schemas: tuple[str, ...] = ()
    fail_on: Literal["", "error", "warning", "never"] = ""
    report_folder: str = "checker-report"
    cache_folder: str = ""
    annotations: bool = True
    summary: bool = True
    comment: Literal["always", "changes", "never"] = "changes"
    comment_mode: Literal["update", "recreate", "new"] = "update"
    comment_id: str = "default"
    comment_author: str = ""
    check_run: str = Field(default="", max_length=100)
    status: str = Field(default="", max_length=100)
    fail_on_post_error: bool = False

    @field_validator("path", "config", "report_folder", "cache_folder")
    @classmethod
    def _in_workspace(cls, path: str) -> str:
        parts = PurePosixPath(path).parts
        if path.startswith("/") or ".." in parts or ".git" in parts:
            raise ValueError("must lie inside the workspace")
        return path

    @field_validator("annotations", "summary", "fail_on_post_error", mode="before")
    @classmethod
    def _as_yaml(cls, text: Any) -> Any:
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        raise ValueError("must be true or false")

    @field_validator("force_schemas", mode="before")
    @classmethod
    def _words(cls, text: Any) -> Any:
        return tuple(text.replace(",", " ").split()) if isinstance(text, str) else text


def variable(name: str) -> str:
    """Where the runner puts an input: spaces become underscores, dashes stay.

    >>> variable("fail-on")
    'INPUT_FAIL-ON'
    """
    return f"INPUT_{name.replace(' ', '_').upper()}"


def input_names() -> dict[str, str]:
    """Fields, and what users call them."""
    return {field: field.replace("_", "-") for field in Inputs.model_fields}


def read_inputs(environment: Mapping[str, str]) -> Inputs:
    """What the user asks for; an input that is empty has its default. Raises InputError with one line."""
    given = {field: environment.get(variable(name), "").strip() for field, name in input_names().items()}
    try:
        return Inputs.model_validate({field: text for field, text in given.items() if text})
    except ValidationError as error:
        first = error.errors()[0]
        name = input_names()[str(first["loc"][0])]
        message = first["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
        told = f", not {visible(str(first['input'])[:100])!r}" if name != "token" else ""
        raise InputError(f"input {name}: {message[:1].lower()}{message[1:]}{told}") from error
