"""Waivers: findings that people have looked at and accept, for a reason and perhaps for a time."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from checker.findings.finding import Finding
from checker.findings.policy import POLICY_CODES
from checker.settings import Waiver as ConfiguredWaiver
from checker.snapshot.collect import ReadFile
from checker.sql.waivers import parse_waivers

STALE = "stale-waiver"
_MOST_TEXT = 100_000


@dataclass(frozen=True, slots=True)
class Waiver:
    """An accepted finding: which, until when and why; and where it is told."""

    code: str
    reason: str
    until: dt.date | None = None
    objects: str = ""
    """A pattern of ids; empty where the place tells."""
    ids: frozenset[str] = frozenset()
    path: str | None = None
    line: int | None = None
    lines: tuple[int, int] = (0, 0)
    origin: str = ""
    is_dated_wrong: bool = False
    is_authors: bool = False
    """Told in the change itself, or in the words that go with it."""

    def covers(self, finding: Finding) -> bool:
        if finding.code != self.code:
            return False
        if self.path is None:
            return fnmatchcase(finding.id or "", self.objects or "*")
        first, last = self.lines
        here = finding.path == self.path and first <= (finding.line or 0) <= last
        return here or finding.id in self.ids

    @property
    def is_forbidden(self) -> bool:
        return self.is_authors and self.code in POLICY_CODES

    def counts(self, today: dt.date) -> bool:
        is_valid = bool(self.reason) and not self.is_dated_wrong and not self.is_forbidden
        return is_valid and (self.until is None or today <= self.until)


def waivers_in_files(files: Iterable[ReadFile]) -> Iterator[Waiver]:
    """Comments in head's files."""
    for file in files:
        if file.in_head and file.parsed.waivers:
            rows = list(file.rows())
            for one in file.parsed.waivers:
                lines = one.first_line, one.last_line
                ids = (row.key.name.id for row in rows if lines[0] <= row.resolved.statement.line <= lines[1])
                until, wrong = _date(one.until)
                yield Waiver(
                    code=one.code,
                    reason=one.reason,
                    until=until,
                    ids=frozenset(ids),
                    path=file.path,
                    line=one.line,
                    lines=lines,
                    origin="a comment",
                    is_dated_wrong=wrong,
                    is_authors=True,
                )


def waivers_in_settings(waivers: Iterable[ConfiguredWaiver]) -> Iterator[Waiver]:
    for one in waivers:
        yield Waiver(one.code, one.reason, one.until, one.object, origin="[[waivers]] of the configuration")


def waivers_in_text(text: str) -> Iterator[Waiver]:
    """Lines of a pull request's description."""
    for _, code, until, reason in parse_waivers(text[:_MOST_TEXT]):
        date, wrong = _date(until)
        yield Waiver(code, reason, date, origin="the pull request's text", is_dated_wrong=wrong, is_authors=True)


def _date(text: str) -> tuple[dt.date | None, bool]:
    try:
        return (dt.date.fromisoformat(text) if text else None), False
    except ValueError:
        return None, True


def with_waivers(
    findings: Iterable[Finding], waivers: Sequence[Waiver], today: dt.date, edited: Collection[str]
) -> Iterator[Finding]:
    """The findings, of which waived ones are notes; and a note for every waiver that does nothing.

    Of comments in files that the change does not touch nothing is said: what they waive was told when it came.
    """
    used: set[int] = set()
    index = _Index(waivers)
    for finding in findings:
        covering = [at for at in index.near(finding) if waivers[at].covers(finding)]
        used.update(covering)
        counting = next((waivers[at] for at in covering if waivers[at].counts(today)), None)
        yield finding if counting is None else _waived(finding, counting)
    for at, waiver in enumerate(waivers):
        if waiver.path is None or waiver.path in edited:
            yield from _stale(waiver, at in used, today)


class _Index:
    """Waivers by what they can cover, for there may be thousands of either."""

    def __init__(self, waivers: Sequence[Waiver]) -> None:
        self._by: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, waiver in enumerate(waivers):
            for place in {waiver.path or "", *waiver.ids}:
                self._by[waiver.code, place].append(at)

    def near(self, finding: Finding) -> list[int]:
        places = dict.fromkeys(("", finding.path or "", finding.id or ""))
        return sorted({at for place in places for at in self._by.get((finding.code, place), ())})


def _waived(finding: Finding, waiver: Waiver) -> Finding:
    until = f" until {waiver.until.isoformat()}" if waiver.until else ""
    return replace(finding, severity="note", message=f"{finding.message} (waived{until}: {waiver.reason})", hint="")


def _stale(waiver: Waiver, is_used: bool, today: dt.date) -> Iterator[Finding]:
    if waiver.is_forbidden:
        message, hint = "does not count, for the policy forbids it", "ask its owners to put it into [[waivers]]"
    elif not waiver.reason:
        message, hint = "has no reason and does not count", 'add reason="…" to it'
    elif waiver.is_dated_wrong:
        message, hint = "has no valid date and does not count", "write until YYYY-MM-DD"
    elif not waiver.counts(today):
        message, hint = f"ended on {waiver.until}", "mend what it waives, or give it a later date"
    elif not is_used:
        message, hint = "matches nothing", "take it out"
    else:
        return
    told = f"the waiver of {waiver.code} in {waiver.origin} {message}"
    yield Finding(STALE, "note", told, hint, path=waiver.path, line=waiver.line)
