"""The runner's workspace: where the checkout lies and the reports go."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from checker.action.inputs import InputError
from checker.errors import CheckerError, GitError
from checker.repo.repository import Repository


@dataclass(frozen=True, slots=True)
class Workspace:
    root: Path

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Workspace:
        root = Path(environment.get("GITHUB_WORKSPACE") or ".").resolve()
        if not root.is_dir():
            raise CheckerError("GITHUB_WORKSPACE is no folder")
        return cls(root)

    def repository(self, path: str) -> Repository:
        """The checkout that a path lies in."""
        folder = self.root / path
        if not folder.is_dir():
            raise InputError(f"input path: there is no folder {path!r} in the workspace")
        try:
            return Repository(folder)
        except GitError as error:
            raise GitError(str(error), hint="let a step with actions/checkout come before this one") from error

    def inside(self, path: str) -> Path:
        """A folder of ours. What a checkout brought there may be a link to elsewhere, which is not followed."""
        folder = self.root / path
        if Path(os.path.realpath(folder)) != Path(os.path.normpath(folder)):
            raise InputError(f"{path!r} is or lies behind a symbolic link in the workspace, which is not followed")
        return folder
