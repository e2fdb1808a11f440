"""Stretches of SQL: how they are written again, and how they compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import Token, TokenType

from checker.plan.tables.edit import Unreadable
from checker.sql.canonical import Canonical, canonical_form
from checker.sql.cursor import Cursor, is_word
from checker.sql.dialect import Dialect
from checker.sql.guard import MOST_TOKENS, unbalanced
from checker.sql.lexing import tokenise

SEPARATOR = "\x1f"
_OPEN = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE})
_CLOSE = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE})
_GENERIC_TYPES = frozenset({"ARRAY", "STRUCT", "MAP", "ROW", "NESTED"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A clause or an expression; equal to another where only the formatting differs."""

    key: str = ""
    text: str = field(default="", compare=False)
    names: frozenset[str] = field(default=frozenset(), compare=False)
    """Every word and quoted name in it, folded: the columns it mentions are among them."""

    def __bool__(self) -> bool:
        return bool(self.key)

    @property
    def parts(self) -> list[str]:
        return self.key.split(SEPARATOR) if self.key else []


class Reading(Cursor):
    """A cursor over one statement in which every keyword is one word, whatever the tokenizer joined."""

    __slots__ = ("text_read",)

    def __init__(self, text: str, dialect: Dialect) -> None:
        tokens, broken = tokenise(text, dialect)
        if broken is not None:
            raise Unreadable(broken.message)
        while tokens and tokens[-1].token_type is TokenType.SEMICOLON:
            tokens.pop()
        if len(tokens) > MOST_TOKENS:
            raise Unreadable(f"it has {len(tokens):,} tokens, more than the {MOST_TOKENS:,} that are read")
        if (bracket := unbalanced(tokens)) is not None:
            raise Unreadable(f"the bracket {bracket.text!r} has no partner")
        super().__init__([word for token in tokens for word in _words(token)], dialect)
        self.text_read = text

    @property
    def end(self) -> int:
        return len(self.tokens)

    def phrase(self, start: int, end: int) -> Phrase:
        """The tokens of a range, without the comments between them."""
        tokens = self.tokens[start:end]
        if not tokens:
            return Phrase()
        key, _ = canonical_form(tokens, self.text_read, self.dialect, Canonical())
        return Phrase(key, self.written(start, end), frozenset(self._names(start, end)))

    def written(self, start: int, end: int) -> str:
        """The SQL of a range, each gap made one space: a comment cannot swallow what follows it."""
        out: list[str] = []
        reached = -1
        for token in self.tokens[start:end]:
            if out and token.start > reached + 1:
                out.append(" ")
            out.append(token.text if is_word(token) else self.text_read[token.start : token.end + 1])
            reached = token.end
        return "".join(out)

    def _names(self, start: int, end: int) -> Iterator[str]:
        for at in range(start, end):
            token = self.tokens[at]
            if token.token_type is TokenType.IDENTIFIER:
                yield token.text
            elif is_word(token):
                yield self.dialect.fold(token.text)
                if self.words[at + 1 : at + 2] == ["."] and at + 2 < end:  # n.a, a part of a Nested column
                    yield f"{token.text}.{self.tokens[at + 2].text}"

    def column(self) -> str:
        """The column name that comes next."""
        parts, _, _ = self.name()
        if not parts:
            raise Unreadable(f"a name is missing {self.place()}")
        return ".".join(parts)

    def columns(self) -> tuple[str, ...]:
        """`(a, b)`: the names in a bracketed list."""
        start, end = self.skip_group()
        after = self.at
        names = []
        for first, _ in self.items(start, end):
            self.at = first
            names.append(self.column())
        self.at = after
        return tuple(names)

    def before(self, word: str, end: int) -> int:
        """Where this word next stands outside brackets, or the end."""
        depth = 0
        for at in range(self.at, end):
            kind = self.tokens[at].token_type
            if depth == 0 and self.words[at] == word:
                return at
            depth += (kind in _OPEN) - (kind in _CLOSE)
        return end

    def place(self) -> str:
        """Where the cursor stands, for messages."""
        return f"before {self.written(self.at, self.at + 1)!r}" if not self.done else "at the end"

    def items(self, start: int, end: int) -> list[tuple[int, int]]:
        """The ranges between commas, brackets and the angles of `STRUCT<a INT, b INT>` kept whole."""
        ranges: list[tuple[int, int]] = []
        depth = angles = 0
        first = start
        for at in range(start, end):
            kind = self.tokens[at].token_type
            depth += (kind in _OPEN) - (kind in _CLOSE)
            if kind is TokenType.LT and at and self.words[at - 1] in _GENERIC_TYPES:
                angles += 1
            elif kind is TokenType.GT and angles:
                angles -= 1
            elif kind is TokenType.COMMA and depth == 0 and angles == 0:
                ranges.append((first, at))
                first = at + 1
        if first < end:
            ranges.append((first, end))
        return ranges


def _words(token: Token) -> Iterator[Token]:
    """`PRIMARY KEY` is one token in some dialects and two in others."""
    words = token.text.split()
    if len(words) < 2 or not is_word(token):
        yield token
        return
    start = token.start
    for number, word in enumerate(words):
        if number == len(words) - 1:
            start = token.end - len(word) + 1
        yield Token(TokenType.VAR, word, token.line, token.col, start, start + len(word) - 1)
        start += len(word) + 1


Starters = Mapping[str, tuple[tuple[tuple[str, ...], bool], ...]]
"""First word → the ways a clause starts with it, and whether something must follow before the next one."""


def starters(bare: str, with_content: str) -> Starters:
    """Clause starters, one per line; the second list needs a token of content each.

    >>> starters("NOT NULL", "DEFAULT")["NOT"]
    ((('NOT', 'NULL'), False),)
    """
    found: dict[str, tuple[tuple[tuple[str, ...], bool], ...]] = {}
    for lines, content in ((bare, False), (with_content, True)):
        for line in lines.strip().splitlines():
            words = tuple(line.split())
            found[words[0]] = (*found.get(words[0], ()), (words, content))
    return found


_NO_START_AFTER = frozenset({"SET", "BY", "IS", "NOT", "=", "<>", "!=", "||", "+", "-", "*", "/", "AND", "OR"})
"""`ON DELETE SET NULL`, `GENERATED BY DEFAULT`, `x IS NOT NULL`: no clause starts there."""


def split_clauses(reading: Reading, start: int, end: int, known: Starters) -> list[tuple[str, int, int]]:
    """(starter, first, last) of each clause; what stands before the first starter has no starter."""
    found: list[tuple[str, int, int]] = []
    words = reading.words
    starter, first, earliest = "", start, start
    depth = cases = 0
    for at in range(start, end):
        kind = reading.tokens[at].token_type
        word = words[at]
        if depth == 0 and cases == 0 and at >= earliest and word in known:
            fit = _fit(words, at, end, known[word])
            before = words[at - 1] if at > start else ""
            value = before in _NO_START_AFTER or (word == "NULL" and before == "EPHEMERAL")
            if fit is not None and not value:
                if at > first:
                    found.append((starter, first, at))
                starter, first = " ".join(fit[0]), at
                earliest = at + len(fit[0]) + fit[1]
                continue
        depth += (kind in _OPEN) - (kind in _CLOSE)
        cases += (word == "CASE") - (word == "END" and cases > 0)
    if end > first:
        found.append((starter, first, end))
    return found


def _fit(
    words: Sequence[str], at: int, end: int, ways: tuple[tuple[tuple[str, ...], bool], ...]
) -> tuple[tuple[str, ...], bool] | None:
    fitting = [way for way in ways if at + len(way[0]) <= end and tuple(words[at : at + len(way[0])]) == way[0]]
    return max(fitting, key=lambda way: len(way[0]), default=None)
