"""When to ask GitHub again, and how long to wait before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt

from checker.github.errors import GitHubError

MOST_TRIES = 5
PATIENCE = 120.0
"""Seconds that one request may wait in all; a check that hangs is worse than one without a comment."""

_SECONDARY_WAIT = 60.0
_MOST_SECONDS = 86_400.0

Sleep = Callable[[float], None]
T = TypeVar("T")


class Later(Exception):
    """This try failed and another may succeed; `error` is what to tell if none does."""

    def __init__(self, error: GitHubError, seconds: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.seconds = seconds
        """What GitHub asks us to wait; None where it does not say."""


def patiently(ask: Callable[[], T], sleep: Sleep) -> T:
    """The answer of `ask`, which is called again after each `Later`, as long as tries and patience last."""
    retrying = Retrying(
        sleep=sleep,
        retry=retry_if_exception_type(Later),
        wait=_wait,
        stop=lambda state: stop_after_attempt(MOST_TRIES)(state) or state.idle_for + state.upcoming_sleep > PATIENCE,
        reraise=True,
    )
    try:
        return retrying(ask)
    except Later as later:
        raise later.error from later


def _wait(state: RetryCallState) -> float:
    failed = state.outcome.exception() if state.outcome else None
    asked = failed.seconds if isinstance(failed, Later) else None
    return float(2 ** (state.attempt_number - 1)) if asked is None else asked


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that the answer itself asks for, whatever its kind."""
    return _seconds(headers["retry-after"]) if "retry-after" in headers else None


def limit_wait(status: int, headers: Mapping[str, str], message: str, now: float) -> float | None:
    """Seconds that a rate limit asks for; None where the answer is something else.

    >>> limit_wait(429, {"retry-after": "7"}, "", now=0)
    7.0
    >>> limit_wait(403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1010"}, "", now=1000)
    11.0
    >>> limit_wait(403, {}, "Resource not accessible by integration", now=0) is None
    True
    """
    if status not in (403, 429):
        return None
    asked = asked_wait(headers)
    if asked is not None:
        return asked
    if headers.get("x-ratelimit-remaining") == "0":
        # One more, as our clock and theirs may differ within the second.
        return max(0.0, _seconds(headers.get("x-ratelimit-reset", ""), most=2.0**40) - now) + 1
    return _SECONDARY_WAIT if status == 429 or "rate limit" in message.lower() else None


def _seconds(text: str, most: float = _MOST_SECONDS) -> float:
    """What a header says, or a safe wait where it cannot be read."""
    return min(float(text), most) if text.isascii() and text.isdigit() and len(text) < 20 else _SECONDARY_WAIT
