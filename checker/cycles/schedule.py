"""How often stream tables are refreshed: pg_trickle's schedules, compared."""

from __future__ import annotations

import re
from collections.abc import Iterable

CALCULATED = "calculated"
_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_PART = re.compile(r"(\d{1,9})([smhdw])")


def seconds(schedule: str) -> int | None:
    """A duration in seconds; nothing for cron, and for schedules that follow from others.

    >>> seconds("1h30m"), seconds("45"), seconds("@hourly"), seconds("calculated")
    (5400, 45, None, None)
    """
    text = schedule.strip().lower()
    if text.isdecimal() and len(text) < 10:
        return int(text)
    if not text or _PART.sub("", text):
        return None
    return sum(int(number) * _UNITS[unit] for number, unit in _PART.findall(text))


def effective(schedules: Iterable[str]) -> str:
    """What a cycle is refreshed by: the shortest duration among its members, and every cron beside it.

    >>> effective(["5m", "30s", "calculated"]), effective(["calculated", "calculated"])
    ('30s', 'calculated')
    >>> effective(["0 6 * * 1-5", "1h", "@daily"])
    '1h and 0 6 * * 1-5 and @daily'
    """
    told = set(schedules) - {CALCULATED}
    lengths = {schedule: seconds(schedule) for schedule in told}
    timed = [(length, schedule) for schedule, length in lengths.items() if length is not None]
    shortest = [min(timed)[1]] if timed else []
    crons = sorted(schedule for schedule, length in lengths.items() if length is None)
    return " and ".join([*shortest, *crons]) or CALCULATED
