"""The log of the step, where the runner reads commands."""

from __future__ import annotations

import sys


def say(line: str) -> None:
    """One command, or text that holds none."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
