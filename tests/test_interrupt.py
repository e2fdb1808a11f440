"""Being interrupted and being asked to end are the same, and libraries say nothing of it."""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator

import pytest

from checker.interrupt import end_by_interrupt


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_both_signals_interrupt_and_libraries_log_no_trace_of_it(
    number: signal.Signals, caplog: pytest.LogCaptureFixture
) -> None:
    end_by_interrupt()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)
    logging.getLogger("py4j").error("cut off")
    assert caplog.records == []


def test_a_signal_that_is_to_be_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_by_interrupt()
    signal.raise_signal(signal.SIGINT)
