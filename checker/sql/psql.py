"""What psql makes of a file before the server sees it: commands, COPY data and :variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from checker.sql.lexing import comment_end, edges
from checker.sql.psql_set import Variables


@dataclass(frozen=True, slots=True)
class Edit:
    """`raw[start:end]` reads as `text`; what was masked away still counts as content."""

    start: int
    end: int
    text: str
    counts: bool = False


def blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


_LEXEMES = re.compile(
    r"""
      (?P<copy>(?<![\w$])COPY\b)
    | (?P<stdin>\bFROM\s+STDIN\b)
    | (?P<end>;)
    | (?P<meta>^[ \t]*\\[^\n]*)
    | (?P<send>\\(?:g[a-z]*|crosstabview|watch)\b[^\n;]*)
    | (?P<comment>--[^\n]*)
    | (?P<block>/\*)
    | (?P<escaped>(?<![\w$])E'[^'\\]*(?:(?:''|\\.)[^'\\]*)*(?P<e>'?))
    | (?P<string>'[^']*(?:''[^']*)*(?P<s>'?))
    | (?P<quoted>"[^"]*(?:""[^"]*)*(?P<q>"?))
    | (?P<dollar>(?<![\w$])\$(?:[^\W\d]\w*)?\$)
    | (?P<cast>::|:=)
    | (?P<variable>(?<![\w\])]):(?:[A-Za-z_]\w*|'\w+'|"\w+"))
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_COPY_END = re.compile(r"^\\\.[ \t\r]*$", re.MULTILINE)
_CLOSING = {"escaped": "e", "string": "s", "quoted": "q"}


def psql_edits(text: str, variables: Mapping[str, str], undefined: list[tuple[int, str]]) -> list[Edit]:
    """How the text reads; `undefined` gets the variables without a value."""
    if "\\" not in text and ":" not in text and not re.search("stdin", text, re.IGNORECASE):
        return []
    scan = _Scan(text, variables)
    found = list(scan.edits(0, len(text)))
    if scan.unclosed:  # one stray quote turns all that follows inside out: look at each statement by itself
        scan = _Scan(text, variables)
        starts = [0, *(start for start, _ in edges(text)), len(text)]
        found = [edit for start, end in pairwise(starts) for edit in scan.edits(start, end)]
    undefined += scan.undefined
    return found


class _Scan:
    """A walk over the lexemes that psql tells apart."""

    def __init__(self, text: str, variables: Mapping[str, str]) -> None:
        self._text = text
        self._variables = Variables(variables, text.count(":"))
        self.undefined: list[tuple[int, str]] = []
        self.unclosed = False

    def edits(self, at: int, end: int) -> Iterator[Edit]:
        text = self._text
        begun, copies, from_stdin = at, False, False
        while match := _LEXEMES.search(text, at, end):
            at, kind = match.end(), match.lastgroup or ""
            if kind == "copy":
                copies |= not text[begun : match.start()].strip()
                begun = at
            elif kind == "stdin":
                from_stdin = copies
            elif kind == "end":
                if from_stdin:
                    data, at = self._copied(at, end)
                    yield Edit(data, at, blank(text[data:at]))
                begun, copies, from_stdin = at, False, False
            elif kind == "meta":
                begun = at
                yield Edit(match.start(), at, blank(match[0]), counts=self._variables.run(match[0]))
            elif kind == "send":
                begun, copies, from_stdin = at, False, False
                yield Edit(match.start(), at, ";".ljust(len(match[0])))
            elif kind == "variable":
                yield self._variable(match)
            else:
                at = self._skip(match, kind, end)
                begun = at if kind in ("comment", "block") else begun

    def _copied(self, at: int, end: int) -> tuple[int, int]:
        """The lines after COPY … FROM stdin; up to a lone `\\.`."""
        data = self._text.find("\n", at, end) + 1 or end
        last = _COPY_END.search(self._text, data, end)
        return data, last.end() if last else end

    def _skip(self, match: re.Match[str], kind: str, end: int) -> int:
        """Over a comment, a string or a quoted name."""
        if kind == "block":
            after = comment_end(self._text, match.start(), nested=True)
        elif kind == "dollar":
            found = self._text.find(match[0], match.end(), end)
            after = found + len(match[0]) if found >= 0 else -1
        else:
            after = match.end() if kind not in _CLOSING or match[_CLOSING[kind]] else -1
        self.unclosed |= after < 0
        return min(after, end) if after >= 0 else end

    def _variable(self, match: re.Match[str]) -> Edit:
        text = self._variables.expand(match[0])
        if text is None:
            self.undefined.append((match.start(), match[0][1:].strip("'\"")))
            return Edit(match.start(), match.end(), " " + match[0][1:], counts=True)
        return Edit(match.start(), match.end(), text)
