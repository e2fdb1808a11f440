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

import msgspec

import checker
from checker.parse.child import Batch, Task
from checker.parse.frames import DeadlineExceeded, EndOfStream, FrameReader, write_frame
from checker.sql.statement import ParsedFile, Problem, encode

_MOST_TEXTS, _MOST_CHARACTERS = 64, 1 << 18
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


class Child:
    """One parsing process, started again whenever it dies or is too slow."""

    def __init__(self, task: Task, seconds: float) -> None:
        self._task = task
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None

    def parse(self, sources: list[Source]) -> list[Parsed]:
        done: list[Parsed] = []
        while len(done) < len(sources):
            done += self._parse_some(sources[len(done) :])
        return done

    def _parse_some(self, sources: list[Source]) -> list[Parsed]:
        """As many as the process lives for; the last of them may be the one that it died of."""
        process, replies = self._start()
        done: list[Parsed] = []
        try:
            if process.stdin is None:
                raise EndOfStream
            batch = Batch([source.text for source in sources])
            write_frame(process.stdin.fileno(), msgspec.msgpack.encode(batch))
            for source in sources:
                done.append(Parsed(source.blob, replies.read(self._seconds)))
        except DeadlineExceeded:
            done.append(self._lost(sources[len(done)], f"reading the file takes longer than {self._seconds:g} s"))
        except (EndOfStream, BrokenPipeError):
            done.append(self._lost(sources[len(done)], "reading the file ends the parser"))
        return done

    def _lost(self, source: Source, message: str) -> Parsed:
        self.stop()
        return Parsed(source.blob, encode(ParsedFile(problems=(Problem(message, 1, 1),))), lasting=False)

    def _start(self) -> tuple[subprocess.Popen[bytes], FrameReader]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "checker.parse.child"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=child_environment(),
            )  # fmt: skip
            if self._process.stdin is None or self._process.stdout is None:
                raise RuntimeError("the parsing process has no pipes")
            self._replies = FrameReader(self._process.stdout.fileno())
            write_frame(self._process.stdin.fileno(), msgspec.msgpack.encode(self._task))
        return self._process, self._replies

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


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

    with ThreadPoolExecutor(len(children)) as threads:
        waiting: list[Future[list[Parsed]]] = []
        try:
            for batch in _batches(sources):
                waiting.append(threads.submit(parse, batch))
                if len(waiting) > _AHEAD * len(children):
                    yield from waiting.pop(0).result()
            while waiting:
                yield from waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()
            for child in children:
                with contextlib.suppress(ProcessLookupError):
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
