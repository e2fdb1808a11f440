from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.parse.frames import DeadlineExceeded, EndOfStream, FrameReader, write_frame


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    for descriptor in (reading, writing):
        try:
            os.close(descriptor)
        except OSError:
            continue  # the test closed it


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_frames_come_out_as_they_went_in(frames: list[bytes]) -> None:
    reading, writing = os.pipe()
    for frame in frames:
        write_frame(writing, frame)
    os.close(writing)
    reader = FrameReader(reading)
    assert [reader.read() for _ in frames] == frames
    with pytest.raises(EndOfStream):
        reader.read()
    os.close(reading)


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_a_frame_larger_than_the_pipe_goes_through_whole(pipe: tuple[int, int], seconds: float | None) -> None:
    frame = os.urandom(1 << 10) * (20 << 10)
    os.set_blocking(pipe[1], seconds is None)
    writer = Thread(target=write_frame, args=(pipe[1], frame, seconds))
    writer.start()
    assert FrameReader(pipe[0]).read(seconds) == frame
    writer.join()


@pytest.mark.parametrize("data", [b"", b"\0\0", struct.pack(">I", 5), struct.pack(">I", 5) + b"four"])
def test_part_of_a_frame_runs_into_the_deadline_or_the_end(pipe: tuple[int, int], data: bytes) -> None:
    os.write(pipe[1], data)
    reader = FrameReader(pipe[0])
    with pytest.raises(DeadlineExceeded):
        reader.read(0.01)
    os.close(pipe[1])
    with pytest.raises(EndOfStream):
        reader.read(60)


def test_a_frame_that_claims_too_much_is_refused_before_it_is_read(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], struct.pack(">I", 0xFFFFFFFF))
    with pytest.raises(EndOfStream):
        FrameReader(pipe[0]).read(60)
    os.write(pipe[1], struct.pack(">I", 11) + b"x" * 11)
    with pytest.raises(EndOfStream):
        FrameReader(pipe[0], most_bytes=10).read(60)


def test_writing_to_one_who_does_not_read_runs_into_the_deadline(pipe: tuple[int, int]) -> None:
    os.set_blocking(pipe[1], False)
    with pytest.raises(DeadlineExceeded):
        write_frame(pipe[1], b"x" * (1 << 20), 0.01)


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_writing_to_one_who_is_gone_is_the_end(pipe: tuple[int, int], seconds: float | None) -> None:
    os.close(pipe[0])
    with pytest.raises(EndOfStream):
        write_frame(pipe[1], b"x", seconds)
