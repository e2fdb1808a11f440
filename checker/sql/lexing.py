"""Text → tokens, also where a string, a quoted name or a comment never ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import Token
from sqlglot.errors import SqlglotError

from checker.sql.cursor import is_word
from checker.sql.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Broken:
    """Something is opened here and never closed."""

    offset: int
    opener: str

    @property
    def message(self) -> str:
        return f"{self.opener} is opened here and never closed"


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a broken file that can be read by itself: its tokens, up to the break if it has one."""

    tokens: list[Token]
    end: int
    broken: Broken | None
    starts_statement: bool


def tokenise(text: str, dialect: Dialect) -> tuple[list[Token], Broken | None]:
    """All tokens, or those before the first break."""
    try:
        tokens = dialect.tokenizer.tokenize(text)
    except SqlglotError as error:
        tokens = dialect.tokenizer.tokens
        return _joined(tokens, dialect), _broken(text, tokens, dialect, str(error.__cause__ or error))
    return _joined(tokens, dialect), None


_MISSING = re.compile(r"Missing (.+) from \d+:(\d+)", re.DOTALL)


def _broken(text: str, tokens: list[Token], dialect: Dialect, message: str) -> Broken:
    if found := _MISSING.search(message):
        return Broken(min(int(found[2]), len(text)), found[1])
    at = tokens[-1].end + 1 if tokens else 0
    at = _open_comment(text, at, dialect)
    return Broken(at, text[at : at + 2] if text.startswith(("/*", "{#"), at) else text[at : at + 1])


_BETWEEN = re.compile(r"\s*(?:(?:--|#)[^\n]*\s*)*")
_COMMENT_EDGE = re.compile(r"/\*|\*/")


def _open_comment(text: str, at: int, dialect: Dialect) -> int:
    """Where the comment starts that never ends, in what follows the last token."""
    while True:
        if found := _BETWEEN.match(text, at):
            at = found.end()
        end = comment_end(text, at, nested=_nests(dialect))
        if not text.startswith("/*", at) or end < 0:
            return min(at, len(text))
        at = end


def comment_end(text: str, at: int, *, nested: bool) -> int:
    """The end of the block comment that starts here, or -1."""
    if not nested:
        end = text.find("*/", at + 2)
        return end + 2 if end >= 0 else -1
    depth = 0
    for edge in _COMMENT_EDGE.finditer(text, at):
        depth += 1 if edge[0] == "/*" else -1
        if depth == 0:
            return edge.end()
    return -1


def _nests(dialect: Dialect) -> bool:
    return bool(dialect.sqlglot.tokenizer_class.NESTED_COMMENTS)


# Keywords of several words -------------------------------------------------------------------------


def _joined(tokens: list[Token], dialect: Dialect) -> list[Token]:
    """`GROUP /* … */ BY` is one keyword, but sqlglot sees it only where no comment lies between."""
    if not any(token.comments for token in tokens):
        return tokens
    keywords = dialect.sqlglot.tokenizer_class.KEYWORDS
    joined: list[Token] = []
    for token in tokens:
        before = joined[-1] if joined else None
        if before is not None and (before.comments or token.comments) and is_word(before) and is_word(token):
            both = f"{before.text} {token.text}".upper()
            if both in keywords:
                joined[-1] = Token(keywords[both], both, token.line, token.col, before.start, token.end)
                continue
        joined.append(token)
    return joined


# Windows of a broken file --------------------------------------------------------------------------

_VERB = re.compile(
    r"^(?:(?P<ddl>CREATE|ALTER|DROP|GRANT|REVOKE|COMMENT|RENAME|EXCHANGE|TRUNCATE|USE|ATTACH|DETACH)|SELECT|WITH|INSERT"
    r"|UPDATE|DELETE|SET|BEGIN|COMMIT|EXECUTE|CALL|DO)\b",
    re.IGNORECASE | re.MULTILINE,
)
_MOST_REREAD = 8
"""How many times the length of a file may be read again to find where its comments and bodies end."""


def windows(text: str, dialect: Dialect) -> Iterator[Window]:
    """Cut where a statement surely starts: a verb at the start of a line, after a semicolon or an empty line."""
    cuts = [(0, True), *edges(text), (len(text), True)]
    budget = len(text) * _MOST_REREAD
    at = 0
    while at < len(cuts) - 1:
        start, starts_statement = cuts[at]
        at += 1
        tokens, broken = tokenise(text[start : cuts[at][0]], dialect)
        while broken is not None and budget > 0:
            reach = _reach(text, start + broken.offset, broken.opener, dialect)
            if reach <= cuts[at][0]:
                break
            while cuts[at][0] < reach:
                at += 1
            budget -= cuts[at][0] - start
            tokens, broken = tokenise(text[start : cuts[at][0]], dialect)
        if broken is not None:
            broken = Broken(start + broken.offset, broken.opener)
        yield Window([_moved(token, start) for token in tokens], cuts[at][0], broken, starts_statement)


def edges(text: str) -> Iterator[tuple[int, bool]]:
    """Where a statement surely starts, and whether nothing but a statement starts so."""
    for verb in _VERB.finditer(text):
        line = text[text.rfind("\n", 0, max(verb.start() - 1, 0)) + 1 : verb.start()]
        if ";" in line or not line.strip():
            yield verb.start(), verb["ddl"] is not None


def _reach(text: str, at: int, opener: str, dialect: Dialect) -> int:
    """Where a comment or a dollar-quoted body ends that reaches over the next edge; strings do not."""
    if opener == "/*":
        return comment_end(text, at, nested=_nests(dialect))
    if opener.startswith("$"):
        end = text.find(opener, at + len(opener))
        return end + len(opener) if end >= 0 else -1
    return -1


def _moved(token: Token, by: int) -> Token:
    if not by:
        return token
    return Token(token.token_type, token.text, token.line, token.col, token.start + by, token.end + by, token.comments)
