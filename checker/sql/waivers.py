"""Comments that waive a finding: `-- checker: allow CODE [until YYYY-MM-DD] reason="…"`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sqlglot import Token

from checker.sql.source import SourceText
from checker.sql.split import Slice
from checker.sql.statement import WaiverComment

MARK = "checker:"
_MOST_COMMENT = 2_000
_ALLOW = re.compile(
    r"checker:[ \t]*allow[ \t]+(?P<code>[a-z][a-z0-9-]{0,63})"
    r"(?:[ \t]+until[ \t]+(?P<until>\d{4}-\d{2}-\d{2}))?"
    r"(?:[ \t]+reason[ \t]*=[ \t]*\"(?P<reason>[^\"\n]{0,500})\")?",
    re.IGNORECASE,
)


def parse_waivers(text: str) -> Iterator[tuple[int, str, str, str]]:
    """(offset, code, until, reason) of each waiver in a text.

    >>> list(parse_waivers('checker: allow destructive until 2027-01-31 reason="archived"'))
    [(0, 'destructive', '2027-01-31', 'archived')]
    """
    for found in _ALLOW.finditer(text):
        yield found.start(), found["code"].lower(), found["until"] or "", (found["reason"] or "").strip()


def may_waive(source: SourceText) -> bool:
    return MARK in source.view.lower()


def waivers_in(source: SourceText, slices: Iterable[Slice]) -> Iterator[WaiverComment]:
    """The waivers in comments, each for its statement: just above it, within it, or behind it on its last line."""
    start = 0
    for one in slices:
        end = source.view.find("\n", one.until)
        end = len(source.view) if end < 0 else end
        lines = source.line(one.start), source.line(max(one.end - 1, one.start))
        for first, last in _gaps(one.tokens, start, end):
            text = source.view[first : min(last, first + _MOST_COMMENT)]
            for at, code, until, reason in parse_waivers(text):
                yield WaiverComment(code, until, reason, source.line(first + at), *lines)
        start = end


def _gaps(tokens: Sequence[Token], start: int, end: int) -> Iterator[tuple[int, int]]:
    """What lies between tokens: white space and comments, and nothing else."""
    at = start
    for token in tokens:
        if token.start > at:
            yield at, token.start
        at = max(at, token.end + 1)
    if end > at:
        yield at, end
