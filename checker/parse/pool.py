"""Child processes that parse, each watched by a thread with a clock."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

import msgspec

import checker
from checker.parse.child import READY, Batch, Task, well_formed
from checker.parse.frames import DeadlineExceeded, EndOfStream, FrameReader, write_frame
from checker.sql.statement import ParsedFile, Problem, encode

_MOST_TEXTS, _MOST_CHARACTERS = 64, 1 << 18
_START_SECONDS, _STARTS = 60, 3
_DIED = "reading the file ends the parser"
_AHEAD = 4  # batches per process that are read before their turn: memory stays flat


@dataclass(frozen=True, slots=True)
class Source:
    """A file to parse, under whatever name the caller knows it by."""

    blob: str
    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file's encoded statements. What a clock cut short must not be remembered."""

    blob: str
    payload: bytes
    lasting: bool = True


class Ended(Exception):
    """Nobody waits for the answer any more."""


class Child:
    """One parsing process, started again whenever it dies or is too slow."""

    def __init__(self, task: Task, seconds: float) -> None:
        self._task = task
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self.pid: int | None = None
        """The process that is ready for files, if one is."""
        self._lock = Lock()
        self._is_ended = False

    def parse(self, sources: list[Source]) -> list[Parsed]:
        """Every file's statements, in order; what cannot be had is told in place of them."""
        done: list[Parsed] = []
        suspect = -1
        while len(done) < len(sources):
            some, problem = self._attempt(sources[len(done) :])
            done += some
            if not problem:
                continue
            self.stop()
            if problem == _DIED and suspect != len(done):
                suspect = len(done)  # the system may have ended it for no fault of the file: once more
                continue
            done.append(_lost(sources[len(done)], problem))
        return done

    def _attempt(self, sources: list[Source]) -> tuple[list[Parsed], str]:
        """As many as the process lives for, and what it has against the next one."""
        done: list[Parsed] = []
        requests, replies = self._start()
        try:
            batch = Batch([well_formed(source.text) for source in sources], self._seconds)
            write_frame(requests, msgspec.msgpack.encode(batch), self._seconds)
            for source in sources:
                done.append(Parsed(source.blob, replies.read(self._seconds)))
        except DeadlineExceeded:
            return done, f"reading the file takes longer than {self._seconds:g} s"
        except EndOfStream:
            return done, _DIED
        return done, ""

    def _start(self) -> tuple[int, FrameReader]:
        """The pipes to a process that is ready: the time that it takes to start counts for no file."""
        if self._process is None:
            for _ in range(_STARTS):
                try:
                    self._requests, self._replies = self._open()
                    break
                except (EndOfStream, DeadlineExceeded):
                    self.stop()
            else:
                raise RuntimeError("the parsing process does not start")
        return self._requests, self._replies

    def _open(self) -> tuple[int, FrameReader]:
        with self._lock:
            if self._is_ended:
                raise Ended
            self._process = process = subprocess.Popen(
                [sys.executable, "-P", "-m", "checker.parse.child"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                env=child_environment(), process_group=0,  # Ctrl-C is for us alone
            )  # fmt: skip
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the parsing process has no pipes")
        requests, replies = process.stdin.fileno(), FrameReader(process.stdout.fileno())
        os.set_blocking(requests, False)
        write_frame(requests, msgspec.msgpack.encode(self._task), _START_SECONDS)
        if replies.read(_START_SECONDS) != READY:
            raise EndOfStream
        self.pid = process.pid
        return requests, replies

    def end(self) -> None:
        """From another thread than the one that parses: no more answers, and no new process."""
        with self._lock:
            self._is_ended = True
            process = self._process
        if process is not None:
            process.kill()

    def stop(self) -> None:
        """From the thread that parses, or when it is done: the pipes are closed here."""
        self.pid = None
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(BrokenPipeError):
                self._process.communicate()
            self._process = None


def _lost(source: Source, problem: str) -> Parsed:
    return Parsed(source.blob, encode(ParsedFile(problems=(Problem(problem, 1, 1),))), lasting=False)


def child_environment() -> dict[str, str]:
    """The package is found without the current folder, which may hold files of a pull request."""
    package = str(Path(checker.__file__).parent.parent)
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    return os.environ | {"PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


def parse_all(sources: Iterable[Source], task: Task, *, processes: int, seconds: float) -> Iterator[Parsed]:
    """Parse files in order, on several processes, a few batches ahead of who asks."""
    idle: SimpleQueue[Child] = SimpleQueue()
    children = [Child(task, seconds) for _ in range(max(processes, 1))]
    for child in children:
        idle.put(child)

    def parse(batch: list[Source]) -> list[Parsed]:
        child = idle.get()
        try:
            return child.parse(batch)
        finally:
            idle.put(child)

    waiting: list[Future[list[Parsed]]] = []
    threads = ThreadPoolExecutor(len(children))
    try:
        for batch in _batches(sources):
            waiting.append(threads.submit(parse, batch))
            if len(waiting) > _AHEAD * len(children):
                yield from waiting.pop(0).result()
        while waiting:
            yield from waiting.pop(0).result()
    finally:
        for child in children:
            child.end()
        threads.shutdown(cancel_futures=True)
        for child in children:
            child.stop()


def _batches(sources: Iterable[Source]) -> Iterator[list[Source]]:
    batch: list[Source] = []
    size = 0
    for source in sources:
        batch.append(source)
        size += len(source.text)
        if len(batch) >= _MOST_TEXTS or size >= _MOST_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
