"""Ctrl-C, and being asked to end: the same in every program of ours, and nothing is left behind."""

from __future__ import annotations

import logging
import signal
import threading
from types import FrameType

INTERRUPTED = 130
"""The exit code, as shells give it."""


def end_by_interrupt() -> None:
    """Who ends us gently, as people and runners do, leaves no JVM and no folder behind."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        # Who starts us in the background may have said that Ctrl-C is not for us.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    # Py4J logs a trace of the call that is cut off, which tells people nothing.
    logging.disable()
    raise KeyboardInterrupt
