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


# -P and not -I as in the image, for the tests' own copy of checker is on the PYTHONPATH.
COMMAND = (sys.executable, "-P", "-m", "checker.action")


def run_step(workspace: Path, files: Path, environment: Mapping[str, str], **inputs: str) -> Done:
    """Run the action in a workspace; `environment` tells the event, and `inputs` stand under `with:`."""
    given = step_environment(workspace, files, environment, **inputs)
    done = subprocess.run(COMMAND, cwd=workspace, env=given, capture_output=True, text=True, timeout=300, check=False)
    commands = read_commands(f"{done.stdout}\n{done.stderr}")
    summary, outputs = (Path(given[f"GITHUB_{name}"]).read_text() for name in ("STEP_SUMMARY", "OUTPUT"))
    return Done(done.returncode, done.stdout, done.stderr, summary, read_outputs(outputs), commands)


def step_environment(workspace: Path, files: Path, environment: Mapping[str, str], **inputs: str) -> dict[str, str]:
    """What the runner gives to the step, with files for its answers."""
    files.mkdir(exist_ok=True)
    answers = {"GITHUB_OUTPUT": files / "output", "GITHUB_STEP_SUMMARY": files / "summary"}
    for file in answers.values():
        file.write_text("")
    answered = {name: str(file) for name, file in answers.items()}
    return _runner(workspace, files) | answered | _inputs(inputs) | dict(environment)


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
