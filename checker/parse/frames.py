"""Length-prefixed frames over pipes, with a deadline for reading."""

from __future__ import annotations

import os
import select
import struct
import time

_LENGTH = struct.Struct(">I")
_CHUNK = 1 << 16


class EndOfStream(Exception):
    """The other side is gone."""


class DeadlineExceeded(Exception):
    """Nothing whole came in time."""


class FrameReader:
    """Reads frames from a file descriptor, and more than one per system call where they are small."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = bytearray()

    def read(self, seconds: float | None = None) -> bytes:
        """The next frame. Raises EndOfStream or DeadlineExceeded."""
        deadline = None if seconds is None else time.monotonic() + seconds
        self._fill(_LENGTH.size, deadline)
        (length,) = _LENGTH.unpack_from(self._buffer)
        self._fill(_LENGTH.size + length, deadline)
        frame = bytes(self._buffer[_LENGTH.size : _LENGTH.size + length])
        del self._buffer[: _LENGTH.size + length]
        return frame

    def _fill(self, size: int, deadline: float | None) -> None:
        while len(self._buffer) < size:
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([self._descriptor], [], [], left)[0]:
                    raise DeadlineExceeded
            chunk = os.read(self._descriptor, _CHUNK)
            if not chunk:
                raise EndOfStream
            self._buffer += chunk


def write_frame(descriptor: int, data: bytes) -> None:
    """Write one frame whole."""
    view = memoryview(_LENGTH.pack(len(data)) + data)
    while view:
        view = view[os.write(descriptor, view) :]
