"""Length-prefixed frames over pipes, with a deadline for either way."""

from __future__ import annotations

import os
import select
import struct
import time

MOST_BYTES = 1 << 30
_LENGTH = struct.Struct(">I")
_CHUNK = 1 << 16


class EndOfStream(Exception):
    """The other side is gone, or does not speak in frames."""


class DeadlineExceeded(Exception):
    """Nothing whole came, or went, in time."""


class FrameReader:
    """Reads frames from a file descriptor, and more than one per system call where they are small."""

    def __init__(self, descriptor: int, most_bytes: int = MOST_BYTES) -> None:
        self._descriptor = descriptor
        self._most_bytes = most_bytes
        self._buffer = bytearray()

    def read(self, seconds: float | None = None) -> bytes:
        """The next frame. Raises EndOfStream or DeadlineExceeded."""
        deadline = None if seconds is None else time.monotonic() + seconds
        self._fill(_LENGTH.size, deadline)
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > self._most_bytes:
            raise EndOfStream
        self._fill(_LENGTH.size + length, deadline)
        frame = bytes(self._buffer[_LENGTH.size : _LENGTH.size + length])
        del self._buffer[: _LENGTH.size + length]
        return frame

    def _fill(self, size: int, deadline: float | None) -> None:
        while len(self._buffer) < size:
            if deadline is not None:
                _wait(self._descriptor, select.POLLIN, deadline)
            chunk = os.read(self._descriptor, _CHUNK)
            if not chunk:
                raise EndOfStream
            self._buffer += chunk


def write_frame(descriptor: int, data: bytes, seconds: float | None = None) -> None:
    """Write one frame whole. With a deadline the descriptor must not be a blocking one."""
    if len(data) > MOST_BYTES:
        raise EndOfStream
    deadline = None if seconds is None else time.monotonic() + seconds
    view = memoryview(_LENGTH.pack(len(data)) + data)
    while view:
        if deadline is not None:
            _wait(descriptor, select.POLLOUT, deadline)
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:
            continue
        except BrokenPipeError as error:
            raise EndOfStream from error


def _wait(descriptor: int, event: int, deadline: float) -> None:
    """Until something can be read or written, also that the other side is gone."""
    poll = select.poll()  # unlike select, it takes descriptors of any number
    poll.register(descriptor, event)
    left = deadline - time.monotonic()
    if left <= 0 or not poll.poll(left * 1000):
        raise DeadlineExceeded
