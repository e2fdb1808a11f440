"""Ctrl-C, and being asked to end: the same in every program of ours, and nothing is left behind."""

from __future__ import annotations

import signal
import threading

INTERRUPTED = 130
"""The exit code, as shells give it."""


def end_by_interrupt() -> None:
    """Who ends us gently, as people, runners and closed terminals do, leaves no JVM and no folder behind."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Who starts us may have said that it is not for us: a shell in the background Ctrl-C, nohup the terminal.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)
