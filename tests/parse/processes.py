"""Which processes live, and a text that keeps one busy."""

from __future__ import annotations

import os
import time
from pathlib import Path

GOOD = "CREATE VIEW v AS SELECT a FROM t;"
# Some 30 seconds of honest work: it passes every guard, and a deadline far below ends it on any machine.
HEAVY = "SELECT a, b FROM t WHERE x = 1;\n" * 40_000


def is_alive(pid: int) -> bool:
    """A zombie is dead: in a container nobody may be there to bury it."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def parsers(parent: int | None = None) -> list[int]:
    """The parsing processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            status = (folder / "stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if b"checker.parse.child" in command and int(status[1]) == (parent or os.getpid()):
            found.append(int(folder.name))
    return sorted(found)


def wait_until_dead(pids: list[int]) -> None:
    """Long enough for any machine; a process that stays fails the test."""
    for _ in range(600):
        if not any(map(is_alive, pids)):
            return
        time.sleep(0.05)
    raise AssertionError(f"still alive: {pids}")
