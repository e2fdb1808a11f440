"""A file's text with everything that is not SQL masked: Jinja, psql commands, COPY data, variables.

Tokens are found in the masked `view`; places are told in the `raw` text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from checker.sql.dialect import Dialect
from checker.sql.statement import Problem


@dataclass(frozen=True, slots=True)
class Edit:
    """`raw[start:end]` reads as `text`; what was masked away still counts as content."""

    start: int
    end: int
    text: str
    counts: bool = False


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
            self._lines.extend(match.end() for match in re.finditer("\n", self.raw))
        raw = self.raw_offset(offset)
        line = bisect_right(self._lines, raw)
        return line + 1, raw - (self._lines[line - 1] if line else 0) + 1

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
        edits += _psql(text, variables, undefined)
    if not edits:
        return SourceText(raw=raw, view=raw)
    edits.sort(key=lambda edit: edit.start)
    view, views, raws, masked = _apply(raw, edits)
    source = SourceText(raw=raw, view=view, masked=tuple(masked), _views=tuple(views), _raws=tuple(raws))
    if not undefined:
        return source
    problems = (Problem(name, *SourceText(raw=raw, view=raw).place(at)) for at, name in undefined)
    return SourceText(raw, view, source.masked, tuple(problems), source._views, source._raws)


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


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


# Jinja ---------------------------------------------------------------------------------------------

_CLOSERS = {"{{": "}}", "{%": "%}", "{#": "#}"}
_RELATION = re.compile(r"(ref|source)\s*\(\s*(['\"])(\w+)\2\s*(?:,\s*(['\"])(\w+)\4\s*)?\)")


def _jinja(raw: str) -> Iterator[Edit]:
    """Templates, without running them: ref() and source() become the names they stand for."""
    at = 0
    closers = {opener: closer for opener, closer in _CLOSERS.items() if opener in raw}
    while closers:
        found = [(where, opener) for opener in closers if (where := raw.find(opener, at)) >= 0]
        if not found:
            return
        start, opener = min(found)
        end = raw.find(closers[opener], start + 2)
        if end < 0:
            del closers[opener]
            continue
        at = end + 2
        yield Edit(start, at, _stand_in(raw[start:at]), counts=opener != "{#")


def _stand_in(template: str) -> str:
    inner = template[2:-2].strip("- \t\n")
    if not template.startswith("{{") or inner.startswith("config"):
        return _blank(template)
    relation = _RELATION.fullmatch(inner)
    if relation is None:
        return "j".ljust(len(template), "_")
    kind, first, second = relation[1], relation[3], relation[5]
    name = f"{first}.{second}" if kind == "source" and second else second or first
    return name.ljust(len(template))


# psql ----------------------------------------------------------------------------------------------

_LEXEMES = re.compile(
    r"""
      (?P<copy>(?<![\w$])COPY\b[^;'"]{0,4000}?\bFROM\s+STDIN\b[^;]{0,4000};[^\n]*\n)
    | (?P<meta>^[ \t]*\\[^\n]*)
    | (?P<send>\\(?:g[a-z]*|crosstabview|watch)\b[^\n;]*)
    | (?P<comment>--[^\n]*)
    | (?P<block>/\*)
    | (?P<escaped>(?<![\w$])E'[^'\\]*(?:(?:''|\\.)[^'\\]*)*'?)
    | (?P<string>'[^']*(?:''[^']*)*'?)
    | (?P<quoted>"[^"]*(?:""[^"]*)*"?)
    | (?P<dollar>(?<![\w$])\$(?:[^\W\d]\w*)?\$)
    | (?P<cast>::|:=)
    | (?P<variable>(?<![\w\])]):(?:[A-Za-z_]\w*|'\w+'|"\w+"))
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_COPY_END = re.compile(r"^\\\.[ \t\r]*$", re.MULTILINE)
_BLOCK_EDGE = re.compile(r"/\*|\*/")


def _psql(text: str, variables: Mapping[str, str], undefined: list[tuple[int, str]]) -> Iterator[Edit]:
    if "\\" not in text and ":" not in text and not re.search("stdin", text, re.IGNORECASE):
        return
    at = 0
    while match := _LEXEMES.search(text, at):
        at = match.end()
        kind = match.lastgroup
        if kind == "copy":
            end = _COPY_END.search(text, at)
            at, start = (end.end() if end else len(text)), at
            yield Edit(start, at, _blank(text[start:at]))
        elif kind == "meta":
            yield Edit(match.start(), at, _blank(match[0]))
        elif kind == "send":
            yield Edit(match.start(), at, ";".ljust(len(match[0])))
        elif kind == "block":
            at = _block_end(text, at)
        elif kind == "dollar":
            end_at = text.find(match[0], at)
            at = end_at + len(match[0]) if end_at >= 0 else len(text)
        elif kind == "variable":
            yield _variable(match, variables, undefined)


def _block_end(text: str, at: int) -> int:
    """Where a block comment ends; they nest in PostgreSQL and its kin."""
    depth = 1
    while depth and (edge := _BLOCK_EDGE.search(text, at)):
        depth += 1 if edge[0] == "/*" else -1
        at = edge.end()
    return len(text) if depth else at


def _variable(match: re.Match[str], variables: Mapping[str, str], undefined: list[tuple[int, str]]) -> Edit:
    name = match[0][1:].strip("'\"")
    quote = match[0][1] if match[0][1] in "'\"" else ""
    if name not in variables:
        undefined.append((match.start(), name))
        return Edit(match.start(), match.end(), " " + match[0][1:], counts=True)
    value = variables[name]
    text = quote + value.replace(quote, quote * 2) + quote if quote else value
    return Edit(match.start(), match.end(), text)
