"""Run a command and tell what it took: time, CPU of all its processes, and their memory together at its height."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: orphans come to us, and so does the account of their time
_SAMPLE_SECONDS = 0.1
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Measured:
    """One run of a command."""

    wall: float
    cpu: float
    peak: int
    """Bytes of all processes together; what they share counts once for each."""
    code: int
    out: bytes
    by_program: Mapping[str, float]
    """Seconds of CPU as they were seen, sample by sample, by what the processes are for."""


def measure(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Measured:
    """Run it to its end, and wait for everything that it started."""
    ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)
    before, started = _children_seconds(), time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, start_new_session=True
    )
    sampler = _Sampler(process.pid)
    out, _ = process.communicate()
    wall = time.perf_counter() - started
    _reap_orphans()
    sampler.stop()
    # The system's account lacks children that a parent ignores, as Spark's Python daemon does; what was seen lacks
    # their last moments.
    cpu = max(_children_seconds() - before, sampler.cpu)
    return Measured(wall, cpu, sampler.peak, process.returncode, out, sampler.by_program())


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _reap_orphans() -> None:
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


class _Sampler:
    """Looks at the processes of one terminal session again and again: their memory together, and the time of each."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._seconds: dict[Path, float] = {}
        self._programs: dict[Path, str] = {}
        self.peak = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._done.wait(_SAMPLE_SECONDS):
            processes = {path: seconds for path in Path("/proc").glob("[0-9]*") if (seconds := self._seconds_of(path))}
            self._seconds |= processes
            self._programs |= {path: name for path in processes if (name := _program(path))}
            self.peak = max(self.peak, sum(map(_resident, processes)))

    def _seconds_of(self, process: Path) -> float:
        """The time of a process of the session, and nothing of others."""
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            return 0
        return (int(fields[11]) + int(fields[12])) / _TICKS if int(fields[3]) == self._session else 0

    def by_program(self) -> dict[str, float]:
        found: dict[str, float] = defaultdict(float)
        for path, seconds in self._seconds.items():
            found[self._programs.get(path, "others")] += seconds
        return dict(found)

    @property
    def cpu(self) -> float:
        return sum(self._seconds.values())

    def stop(self) -> None:
        self._done.set()
        self._thread.join()


_PROGRAMS = {
    b"bin/java": "the JVM",
    b"pyspark.daemon": "Spark's Python workers",
    b"pyspark.worker": "Spark's Python workers",
    b"checker.parse.child": "parsing processes",
    b"git": "git",
    b"python": "the command itself",
}
"""What a part of a command line tells, the first that fits."""


def _program(process: Path) -> str:
    try:
        told = (process / "cmdline").read_bytes()
    except OSError:
        return ""
    words = told.split(b"\0")
    return next((name for part, name in _PROGRAMS.items() if part in words[0] or part in b" ".join(words[1:4])), "")


def _resident(process: Path) -> int:
    try:
        return int((process / "statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0
