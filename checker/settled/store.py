"""Records as files in the user's cache folder: found by all that they depend on, and safe to lose."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path

import pyarrow as pa

import checker
from checker.parse.cache import is_ours
from checker.settled.record import Record

_SUM_SIZE = 16
_MOST_FILES = 4
_SUFFIX = ".settled"
_MADE_BY = ("sql", "snapshot", "diff", "facts", "cycles", "settled")


class RecordStore:
    """At most one record for one way of reading one project."""

    def __init__(self, folder: Path, depends_on: Iterable[str]) -> None:
        self._key = _digest(_own_code(), *(text.encode("utf-8", "surrogatepass") for text in depends_on))
        self._path = folder / f"{self._key.hex()}{_SUFFIX}"

    def load(self) -> Record | None:
        """The record, if there is one and it is whole."""
        try:
            if not (is_ours(self._path) and is_ours(self._path.parent)):
                return None
            data = pa.py_buffer(self._path.read_bytes())
            content = data.slice(_SUM_SIZE)
            if bytes(data[:_SUM_SIZE]) != _digest(self._key, content):
                return None
            reader = pa.BufferReader(content)
            return Record(*(_read_table(reader) for _ in fields(Record)))
        except (OSError, pa.ArrowException):
            return None

    def save(self, record: Record | None) -> None:
        """Put it in the place of the one before. Any trouble means only that nothing is remembered."""
        if record is None:
            return
        sink = pa.BufferOutputStream()
        for one in fields(Record):
            _write_table(getattr(record, one.name), sink)
        content = sink.getvalue()
        part = self._path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(_digest(self._key, content))
                    file.write(content)
                part.replace(self._path)
            finally:
                part.unlink(missing_ok=True)
            self._forget()

    def _forget(self) -> None:
        """Records of what was not checked for longest."""
        known = sorted(self._path.parent.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in known[_MOST_FILES:]:
            path.unlink(missing_ok=True)


def _write_table(table: pa.Table, sink: pa.NativeFile) -> None:
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_stream(sink, table.schema, options=options) as stream:
        stream.write_table(table)


def _read_table(source: pa.NativeFile) -> pa.Table:
    with pa.ipc.open_stream(source) as stream:
        return stream.read_all()


def _digest(*parts: bytes | pa.Buffer) -> bytes:
    hasher = hashlib.blake2b(digest_size=_SUM_SIZE)
    for part in parts:
        hasher.update(b"%d:" % len(part))
        hasher.update(part)
    return hasher.digest()


@cache
def _own_code() -> bytes:
    """The code that makes records: what another version of it made is not asked."""
    root = Path(checker.__file__).parent
    sources = sorted(path for folder in _MADE_BY for path in (root / folder).rglob("*.py"))
    return _digest(*(path.read_bytes() for path in sources))
