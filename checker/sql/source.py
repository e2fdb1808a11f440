"""A file's text with everything that is not SQL masked: Jinja, psql commands, COPY data, variables.

Tokens are found in the masked `view`; places are told in the `raw` text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from checker.sql.dialect import Dialect
from checker.sql.psql import Edit, blank, psql_edits
from checker.sql.statement import Problem


@dataclass(frozen=True, slots=True)
class SourceText:
    """One file as the tokenizer sees it, with the way back to what the user wrote."""

    raw: str
    view: str
    masked: tuple[tuple[int, int, str], ...] = ()
    """Places in `view` whose true content (third item) must show in a hash."""
    undefined: tuple[Problem, ...] = ()
    _views: tuple[int, ...] = ()
    _raws: tuple[int, ...] = ()
    _lines: list[int] = field(default_factory=list)

    def raw_offset(self, offset: int) -> int:
        """Where a place of the view lies in the raw text."""
        at = bisect_right(self._views, offset) - 1
        if at < 0:
            return offset
        end = self._raws[at + 1] if at + 1 < len(self._raws) else len(self.raw)
        return min(self._raws[at] + offset - self._views[at], end)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of a place of the view."""
        if not self._lines:
            self._lines.append(0)
            self._lines.extend(match.end() for match in re.finditer("\n", self.raw))
        raw = self.raw_offset(offset)
        line = bisect_right(self._lines, raw)
        return line, raw - self._lines[line - 1] + 1

    def line(self, offset: int) -> int:
        return self.place(offset)[0]

    def text(self, start: int, end: int) -> str:
        """What the user wrote between two places of the view."""
        return self.raw[self.raw_offset(start) : self.raw_offset(end)]


def read_source(raw: str, dialect: Dialect, variables: Mapping[str, str]) -> SourceText:
    """Mask a file. Masks keep the length of what they hide, but for variables with a value."""
    edits = list(_jinja(raw))
    undefined: list[tuple[int, str]] = []
    if dialect.psql:
        text = _apply(raw, edits)[0] if edits else raw
        edits += psql_edits(text, variables, undefined)
    if not edits:
        return SourceText(raw=raw, view=raw)
    edits.sort(key=lambda edit: edit.start)
    view, views, raws, masked = _apply(raw, edits)
    source = SourceText(raw=raw, view=view, masked=tuple(masked), _views=tuple(views), _raws=tuple(raws))
    if not undefined:
        return source
    plain = SourceText(raw=raw, view=raw)
    problems = tuple(Problem(name, *plain.place(at)) for at, name in undefined)
    return replace(source, undefined=problems)


def _apply(raw: str, edits: list[Edit]) -> tuple[str, list[int], list[int], list[tuple[int, int, str]]]:
    pieces: list[str] = []
    views, raws = [0], [0]
    masked: list[tuple[int, int, str]] = []
    done = length = 0
    for edit in edits:
        if edit.start < done:  # inside an earlier mask
            continue
        pieces += raw[done : edit.start], edit.text
        at = length + edit.start - done
        length = at + len(edit.text)
        done = edit.end
        if edit.counts:
            masked.append((at, length, " ".join(raw[edit.start : edit.end].split())))
        if len(edit.text) != edit.end - edit.start:
            views += at, length
            raws += edit.start, edit.end
    pieces.append(raw[done:])
    return "".join(pieces), views, raws, masked


# Jinja ---------------------------------------------------------------------------------------------

_CLOSERS = {"{{": "}}", "{%": "%}", "{#": "#}"}
_JINJA = re.compile(r"\{\{|\{%(?=[-+]?\s*[a-z])|\{#")
_RELATION = re.compile(r"(ref|source)\s*\(\s*(['\"])(\w+)\2\s*(?:,\s*(['\"])(\w+)\4\s*)?\)")


def _jinja(raw: str) -> Iterator[Edit]:
    """Templates, without running them: ref() and source() become the names they stand for."""
    at = 0
    unclosed: set[str] = set()
    while found := _JINJA.search(raw, at):
        start, opener = found.start(), raw[found.start() : found.start() + 2]
        end = raw.find(_CLOSERS[opener], start + 2) if opener not in unclosed else -1
        if end < 0:
            unclosed.add(opener)
            at = start + 2
            continue
        at = end + 2
        yield Edit(start, at, _stand_in(raw[start:at]), counts=opener != "{#")


def _stand_in(template: str) -> str:
    inner = template[2:-2].strip("- \t\n")
    if not template.startswith("{{") or inner.startswith("config"):
        return blank(template)
    relation = _RELATION.fullmatch(inner)
    if relation is None:
        return "j".ljust(len(template), "_")
    kind, first, second = relation[1], relation[3], relation[5]
    name = f"{first}.{second}" if kind == "source" and second else second or first
    return name.ljust(len(template))
