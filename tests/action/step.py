"""One step of a job: the entry point in a process of its own, with the environment and files of a runner."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.github.runner import Command, read_commands, read_outputs

ROOT = Path(__file__).resolve().parents[2]
_KEPT = ("PATH", "JAVA_HOME", "LANG", "TMPDIR", "NO_PROXY")


def read_yaml(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text())


@cache
def action() -> Any:
    return read_yaml(ROOT / "action.yml")


@dataclass(frozen=True)
class Done:
    """What is left of a step."""

    code: int
    stdout: str
    stderr: str
    summary: str
    outputs: Mapping[str, str]
    commands: list[Command] = field(default_factory=list)

    def told(self, kind: str) -> list[str]:
        return [command.data for command in self.commands if command.name == kind]


def run_step(workspace: Path, files: Path, environment: Mapping[str, str], **inputs: str) -> Done:
    """Run the action in a workspace; `environment` tells the event, and `inputs` stand under `with:`."""
    files.mkdir(exist_ok=True)
    output, summary = files / "output", files / "summary"
    output.write_text("")
    summary.write_text("")
    given = _runner(workspace, files) | {"GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary)}
    # -P and not -I as in the image, for the tests' own copy of checker is on the PYTHONPATH.
    done = subprocess.run(
        [sys.executable, "-P", "-m", "checker.action"],
        cwd=workspace,
        env=given | _inputs(inputs) | dict(environment),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    commands = read_commands(f"{done.stdout}\n{done.stderr}")
    return Done(
        done.returncode, done.stdout, done.stderr, summary.read_text(), read_outputs(output.read_text()), commands
    )


def _runner(workspace: Path, files: Path) -> dict[str, str]:
    home = files / "home"
    home.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in os.environ if name in _KEPT or name.startswith("GIT_")}
    return kept | {
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_WORKSPACE": str(workspace),
    }


def _inputs(given: Mapping[str, str]) -> dict[str, str]:
    """As the runner maps them: every input of action.yml is there, with its default where the user says nothing."""
    names = {name.replace("_", "-"): value for name, value in given.items()}
    assert names.keys() <= action()["inputs"].keys()
    defaults = {name: one["default"] for name, one in action()["inputs"].items() if name != "token"}
    return {f"INPUT_{name.replace(' ', '_').upper()}": value for name, value in (defaults | names).items()}
