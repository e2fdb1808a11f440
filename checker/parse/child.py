"""The process that parses: it may hang, run out of memory or die, and only one file is lost."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys

import msgspec

from checker.parse.frames import EndOfStream, FrameReader, write_frame
from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import ParsedFile, Problem, encode

MOST_MEMORY = 4 << 30
READY = b"ready"
_RECURSION = 10_000  # sqlglot needs about 20 frames per level of nesting, of which the guard allows 64


class Task(msgspec.Struct, frozen=True):
    """How to read files: the first frame a child gets, and answers with READY."""

    dialect: str
    variables: dict[str, str] = {}


class Batch(msgspec.Struct, frozen=True):
    """Some files' texts; a frame comes back for each."""

    texts: list[str]
    seconds: float


def _failed(message: str) -> bytes:
    return encode(ParsedFile(problems=(Problem(message, 1, 1),)))


_TOO_DEEP = _failed("the file is nested too deeply to be read")
_TOO_LARGE = _failed("reading the file takes more memory than it may")  # made while there still is some


def parse_text(text: str, task: Task) -> bytes:
    """One file's statements, encoded; whatever goes wrong becomes its one problem."""
    try:
        return encode(read_file(well_formed(text), get_dialect(task.dialect), task.variables))
    except RecursionError:
        return _TOO_DEEP
    except MemoryError:
        return _TOO_LARGE


def well_formed(text: str) -> str:
    """Half a surrogate pair is no character and cannot be encoded; offsets stay as they are.

    >>> well_formed("SELECT '\\ud800'")
    "SELECT '?'"
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def main() -> None:
    """Serve until the parent closes the pipe."""
    requests, replies = FrameReader(os.dup(0)), os.dup(1)
    os.dup2(2, 1)  # nothing that prints may get into the replies
    sys.setrecursionlimit(_RECURSION)
    _limit_memory()
    with contextlib.suppress(EndOfStream):
        task = msgspec.msgpack.decode(requests.read(), type=Task)
        get_dialect(task.dialect)
        write_frame(replies, READY)
        while True:
            _serve(msgspec.msgpack.decode(requests.read(), type=Batch), task, replies)


def _serve(batch: Batch, task: Task, replies: int) -> None:
    for text in batch.texts:
        # The parent keeps the time; this one rings only where no parent is left to do so.
        signal.alarm(int(batch.seconds) + 2)
        try:
            reply = parse_text(text, task)
            write_frame(replies, reply)
        except MemoryError:
            os._exit(1)
        if reply is _TOO_LARGE:
            os._exit(1)  # what was taken may not come back; a fresh process reads the next file
    signal.alarm(0)


def _limit_memory() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    with contextlib.suppress(ValueError, OSError):  # some systems know the limit and do not let it be set
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


if __name__ == "__main__":
    main()
