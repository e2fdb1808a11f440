"""Reading the head of a statement token by token."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import Token, TokenType

from checker.sql.dialect import Dialect
from checker.sql.statement import Parts

LITERALS = frozenset(
    {
        TokenType.STRING, TokenType.RAW_STRING, TokenType.HEREDOC_STRING, TokenType.NATIONAL_STRING,
        TokenType.BYTE_STRING, TokenType.HEX_STRING, TokenType.BIT_STRING, TokenType.UNICODE_STRING,
        TokenType.NUMBER,
    }
)  # fmt: skip
STRINGS = LITERALS - {TokenType.NUMBER, TokenType.HEX_STRING, TokenType.BIT_STRING}
_OPENERS = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE})
_CLOSERS = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE})

_RESERVED = frozenset({TokenType.ALIAS, TokenType.SELECT, TokenType.FROM, TokenType.WHERE, TokenType.UNION})
"""Words that no dialect takes for a name without quotes, so a name is missing before them."""


def is_word(token: Token) -> bool:
    """An unquoted word: a keyword or a name."""
    return (
        token.token_type not in LITERALS
        and token.token_type is not TokenType.IDENTIFIER
        and (token.text[:1].isalpha() or token.text[:1] == "_")
    )


class Cursor:
    """A place in a statement's tokens that only moves forward.

    `words` holds each token as it compares with keywords: upper case for words and signs, nothing for
    quoted names and literals.
    """

    __slots__ = ("at", "dialect", "tokens", "words")

    def __init__(self, tokens: Sequence[Token], dialect: Dialect) -> None:
        self.tokens = tokens
        self.dialect = dialect
        self.at = 0
        self.words = [
            "" if token.token_type in LITERALS or token.token_type is TokenType.IDENTIFIER
            else token.text.upper()
            for token in tokens
        ]  # fmt: skip

    def word(self, ahead: int = 0) -> str:
        """The word at some distance, or nothing at the end."""
        at = self.at + ahead
        return self.words[at] if at < len(self.words) else ""

    @property
    def done(self) -> bool:
        return self.at >= len(self.tokens)

    def accept(self, *words: str) -> bool:
        """Step over these words if they come next."""
        end = self.at + len(words)
        if tuple(self.words[self.at : end]) != words:
            return False
        self.at = end
        return True

    def accept_any(self, choices: frozenset[str]) -> str:
        """Step over one of these words if it comes next, and say which."""
        word = self.word()
        if word and word in choices:
            self.at += 1
            return word
        return ""

    def name(self) -> tuple[Parts, int, int]:
        """The dotted name that comes next, and the tokens it takes; no parts if there is none."""
        start = self.at
        parts: list[str] = []
        if self.done or self.tokens[self.at].token_type in _RESERVED:
            return (), start, start
        while not self.done and (part := self._part()) is not None:
            parts.append(part)
            self.at += 1
            if self.word() != "." or self.at + 1 >= len(self.tokens):
                break
            self.at += 1
        return tuple(parts), start, self.at

    def _part(self) -> str | None:
        token = self.tokens[self.at]
        if token.token_type is TokenType.IDENTIFIER:
            return token.text.lower() if self.dialect.case == "none" else token.text
        return self.dialect.fold(token.text) if is_word(token) else None

    def text(self) -> str:
        """Step over a name or a string and give its text."""
        if self.done:
            return ""
        if self.tokens[self.at].token_type in STRINGS:
            self.at += 1
            return self.tokens[self.at - 1].text
        parts, _, _ = self.name()
        return ".".join(parts)

    def skip_group(self) -> tuple[int, int]:
        """Step over a bracketed group, if one comes next; its inner range."""
        if self.done or self.tokens[self.at].token_type not in _OPENERS:
            return self.at, self.at
        start, depth = self.at + 1, 0
        while self.at < len(self.tokens):
            kind = self.tokens[self.at].token_type
            depth += (kind in _OPENERS) - (kind in _CLOSERS)
            self.at += 1
            if depth == 0:
                return start, self.at - 1
        return start, self.at

    def find(self, *words: str) -> int:
        """Where these words next stand outside all brackets, or -1."""
        depth = 0
        for at in range(self.at, len(self.tokens)):
            kind = self.tokens[at].token_type
            if depth == 0 and self.words[at] == words[0] and tuple(self.words[at : at + len(words)]) == words:
                return at
            if kind in _OPENERS:
                depth += 1
            elif kind in _CLOSERS:
                depth -= 1
        return -1

    def seek(self, *words: str) -> bool:
        """Go to just after these words, if they stand outside all brackets further on."""
        at = self.find(*words)
        if at < 0:
            return False
        self.at = at + len(words)
        return True


def items(cursor: Cursor, start: int, end: int) -> list[tuple[int, int]]:
    """The ranges between the commas of a list, nested brackets kept whole."""
    ranges: list[tuple[int, int]] = []
    depth, first = 0, start
    for at in range(start, end):
        kind = cursor.tokens[at].token_type
        depth += (kind in _OPENERS) - (kind in _CLOSERS)
        if kind is TokenType.COMMA and depth == 0:
            ranges.append((first, at))
            first = at + 1
    if first < end:
        ranges.append((first, end))
    return ranges
