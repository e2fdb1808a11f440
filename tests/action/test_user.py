"""Giving up root."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from checker.action.user import step_down
from tests.action.step import ROOT

_CODE = """
import os
from checker.action.user import step_down
print(step_down(os.environ), *os.getresuid(), os.getgroups())
"""
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give up root")


def stepped_down(workspace_owner: int, file_owner: int) -> str:
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "output"
        file.write_text("")
        os.chown(name, workspace_owner, -1)
        os.chown(file, file_owner, -1)
        environment = {"GITHUB_WORKSPACE": name, "GITHUB_OUTPUT": str(file), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-P", "-c", _CODE], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()


@needs_root
def test_root_becomes_the_owner_for_good() -> None:
    nobody = pwd.getpwnam("nobody").pw_uid
    assert stepped_down(nobody, nobody) == f"{nobody} {nobody} {nobody} {nobody} []"


@needs_root
@pytest.mark.parametrize("owners", [(0, 0), (54321, 54321), (pwd.getpwnam("nobody").pw_uid, 0)])
def test_root_stays_where_the_owner_could_not_work(owners: tuple[int, int]) -> None:
    """Root itself, somebody without a name here, and somebody who cannot write the runner's files."""
    assert stepped_down(*owners).startswith("None 0 0 0")


def test_nobody_steps_down_without_a_workspace() -> None:
    before = os.geteuid()
    assert step_down({}) is None
    assert os.geteuid() == before
