"""Where in the text an operator stands, and how it reads there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from sqlglot import Token, TokenType, exp

from checker.sql.polarity import Polarity
from checker.sql.polarity_frames import Flow, Frame
from checker.sql.reading import Harm, Reading

_FURTHEST = 60
"""Tokens between an operator's keyword and the first name after it that sqlglot tells the place of."""
_LONGEST = 80

_KEYWORDS = {
    "aggregate": ("PIVOT",),
    "all": ("ALL", "ANY", "SOME"),
    "any join": ("ANY",),
    "array subquery": ("ARRAY",),
    "change": ("INSERT", "UPDATE", "DELETE", "MERGE"),
    "connect by": ("CONNECT", "START"),
    "distinct on": ("DISTINCT",),
    "except": ("EXCEPT", "MINUS"),
    "having": ("HAVING",),
    "limit": ("LIMIT", "OFFSET", "FETCH", "TOP"),
    "not exists": ("EXISTS",),
    "qualify": ("QUALIFY",),
    "sample": ("SAMPLE", "TABLESAMPLE"),
    "scalar subquery": ("SELECT", "WITH", "FROM"),
    "with fill": ("FILL", "BY"),
}
"""The words with which an operator starts; joins start where their own words do, and `x NOT IN` at the x."""
_JOIN_WORDS = frozenset(
    "GLOBAL NATURAL LEFT RIGHT FULL OUTER INNER CROSS ANY ALL SEMI ANTI ASOF PASTE JOIN LATERAL".split()
)
_BEFORE = {"not exists": "NOT", "scalar subquery": "("}
_ENDS = frozenset(
    {TokenType.FROM, TokenType.WHERE, TokenType.GROUP_BY, TokenType.ORDER_BY, TokenType.COMMA, TokenType.UNION,
     TokenType.ON, TokenType.USING, TokenType.ALIAS, TokenType.AND, TokenType.OR, TokenType.HAVING, TokenType.LIMIT}
)  # fmt: skip


def place_harm(reading: Reading, frames: Sequence[tuple[int, Frame]], polarity: Polarity, finder: Finder) -> None:
    """Let every mention know its polarity, and the reading what is not monotone in it."""
    ways = polarity.resolve()
    mentions = reading.mentions
    for number, frame in frames:
        way = ways[frame.container].through(frame)
        computes = way.value is Flow.COMPUTED
        if way.cause is not None or computes:
            harm = finder.harm(way.cause) if way.cause is not None else None
            mentions[number] = replace(mentions[number], harm=harm, computes=computes)
    harms = [finder.harm(frame) for frame in polarity.operators()]
    reading.strict = min(harms, key=lambda harm: harm.start, default=None)
    reading.volatile = sorted({finder.word(node) for node in polarity.volatile})


class Finder:
    """The tokens of a query, for looking up where its nodes stand."""

    def __init__(self, tokens: Sequence[Token], text: str) -> None:
        self._tokens = tokens
        self._text = text
        self._starts: list[int] = []
        self._found: dict[Frame, Harm] = {}

    def harm(self, frame: Frame) -> Harm:
        """The operator of a frame with its place."""
        if frame not in self._found:
            at = self._operator_at(frame.operator, frame.node)
            self._found[frame] = Harm(frame.operator, self._tokens[at].start, self.excerpt(at))
        return self._found[frame]

    def word(self, node: exp.Expr) -> str:
        """A function's name as written, in lower case."""
        return (self.name(node) or node.name or node.key).lower()

    def name(self, node: exp.Expr) -> str:
        """A function's name as written, if it is."""
        meta = node._meta or {}
        return self._text[meta["start"] : meta["end"] + 1] if "start" in meta else ""

    def excerpt(self, at: int) -> str:
        """From a token to the end of what it starts, on one line, without comments."""
        words: list[str] = []
        depth = length = 0
        is_join = self._tokens[at].text.upper() in _JOIN_WORDS
        for number in range(at, len(self._tokens)):
            token = self._tokens[number]
            kind = token.token_type
            if depth == 0 and number > at + 1 and (kind in _ENDS or kind is TokenType.R_PAREN):
                break
            if depth == 0 and words and not is_join and token.text.upper() in _JOIN_WORDS:
                break
            depth += (kind is TokenType.L_PAREN) - (kind is TokenType.R_PAREN)
            gap = number > at and token.start > self._tokens[number - 1].end + 1
            words.append((" " if gap else "") + " ".join(self._text[token.start : token.end + 1].split()))
            length += len(words[-1])
            if length > _LONGEST:
                break
            if depth == 0 and kind is TokenType.R_PAREN:
                break
        text = "".join(words)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"

    def _operator_at(self, operator: str, node: exp.Expr | None) -> int:
        """The token with which it starts: back from the first thing in it whose place is known."""
        if node is None:
            return 0
        meta = node._meta or {}
        if "start" in meta:
            return self._at(meta["start"])
        anchor = self._anchor(node)
        if operator.endswith("join"):
            return self._join_at(anchor)
        if operator == "final":
            return self._seek(range(anchor, min(anchor + _FURTHEST, len(self._tokens))), ("FINAL",), anchor)
        wanted = (*_KEYWORDS.get(operator, ()), node.name.upper()) if node.name else _KEYWORDS.get(operator, ())
        at = self._seek(range(anchor, max(anchor - _FURTHEST, -1), -1), wanted, anchor)
        if at and self._tokens[at - 1].text.upper() == _BEFORE.get(operator, ""):
            at -= 1
        return at

    def _join_at(self, anchor: int) -> int:
        """LEFT in `LEFT OUTER JOIN b`, where b is known."""
        at = self._seek(range(anchor, max(anchor - _FURTHEST, -1), -1), ("JOIN", "APPLY"), anchor)
        while at and self._tokens[at - 1].text.upper() in _JOIN_WORDS:
            at -= 1
        return at

    def _anchor(self, node: exp.Expr) -> int:
        for below in node.walk(bfs=False):
            start = (below._meta or {}).get("start")
            if start is not None:
                return self._at(start)
        name = node.name.upper()
        return self._seek(range(len(self._tokens)), (name,), 0) if name else 0

    def _seek(self, numbers: range, words: Sequence[str], otherwise: int) -> int:
        return next((number for number in numbers if self._tokens[number].text.upper() in words), otherwise)

    def _at(self, start: int) -> int:
        if not self._starts:
            self._starts = [token.start for token in self._tokens]
        return min(bisect_left(self._starts, start), len(self._tokens) - 1)
