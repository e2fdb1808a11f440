"""The process that parses: it may hang, run out of memory or die, and only one file is lost."""

from __future__ import annotations

import os
import resource
import sys

import msgspec

from checker.parse.frames import EndOfStream, FrameReader, write_frame
from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import ParsedFile, Problem, encode

MOST_MEMORY = 4 << 30
_RECURSION = 10_000  # sqlglot needs about 20 frames per level of nesting, of which the guard allows 64


class Task(msgspec.Struct, frozen=True):
    """How to read files: the first frame a child gets."""

    dialect: str
    variables: dict[str, str] = {}


class Batch(msgspec.Struct, frozen=True):
    """Some files' texts; a frame comes back for each."""

    texts: list[str]


def parse_text(text: str, task: Task) -> bytes:
    """One file's statements, encoded; whatever goes wrong becomes its one problem."""
    try:
        return encode(read_file(text, get_dialect(task.dialect), task.variables))
    except RecursionError:
        message = "the file is nested too deeply to be read"
    except MemoryError:
        message = "reading the file takes more memory than it may"
    return encode(ParsedFile(problems=(Problem(message, 1, 1),)))


def main() -> None:
    """Serve until the parent closes the pipe."""
    requests, replies = FrameReader(os.dup(0)), os.dup(1)
    os.dup2(2, 1)  # nothing that prints may get into the replies
    sys.setrecursionlimit(_RECURSION)
    _limit_memory()
    task = msgspec.msgpack.decode(requests.read(), type=Task)
    get_dialect(task.dialect)
    while True:
        try:
            batch = msgspec.msgpack.decode(requests.read(), type=Batch)
        except EndOfStream:
            return
        for text in batch.texts:
            write_frame(replies, parse_text(text, task))


def _limit_memory() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


if __name__ == "__main__":
    main()
