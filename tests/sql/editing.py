"""Edits of SQL by its tokens, and what must stay the same or change by them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from sqlglot import Token, TokenType

from checker.snapshot.resolve import Home, resolve
from checker.sql.canonical import digest
from checker.sql.cursor import is_word
from checker.sql.dialect import Dialect, get_dialect
from checker.sql.lexing import tokenise
from checker.sql.reader import read_file
from checker.sql.source import read_source
from checker.sql.statement import Action, Statement
from tests.sql.fixtures import load_cases

PROJECTS = Path(__file__).parent.parent / "projects"
_PROJECT_DIALECTS = {"clickhouse": "clickhouse", "materialize": "materialize", "pg_trickle": "postgres"}


@dataclass(frozen=True)
class Sample:
    """Some SQL that has tokens from end to end, and nothing masked."""

    id: str
    dialect: Dialect
    text: str
    tokens: tuple[Token, ...]

    def raw(self, token: Token) -> str:
        return self.text[token.start : token.end + 1]

    def gap(self, at: int) -> str:
        """What stands between a token and the one before it."""
        return self.text[self.tokens[at - 1].end + 1 : self.tokens[at].start]


def make_sample(name: str, dialect: Dialect, text: str) -> Sample | None:
    tokens, broken = tokenise(text, dialect)
    if broken or read_source(text, dialect, {}).view != text:
        return None
    return Sample(name, dialect, text, tuple(tokens))


def load_samples() -> list[Sample]:
    """Every fixture statement and every file of the example projects."""
    found = [make_sample(case.id, get_dialect(case.dialect), case.sql) for case in load_cases()]
    for project, dialect in _PROJECT_DIALECTS.items():
        for path in sorted((PROJECTS / project).rglob("*.sql")):
            found.append(make_sample(str(path.relative_to(PROJECTS)), get_dialect(dialect), path.read_text()))
    return [sample for sample in found if sample is not None]


def fingerprint(text: str, dialect: Dialect) -> tuple[object, ...]:
    """All that tells one version of a file from another."""
    home = Home(dialect, dialect.default_database, dialect.default_schema)
    return tuple(print_ for one in read_file(text, dialect, {}).statements for print_ in _prints(one, home))


def _prints(statement: Statement, home: Home) -> list[object]:
    resolved = list(resolve(statement, home))
    if not resolved:
        return [digest(statement.digest).hex()]
    if statement.kind == "stream table" and statement.action is not Action.DROP:
        # Parameters count, not how they were passed.
        form = (statement.action, statement.replaces, statement.if_not_exists)
        return [(one.key, form, tuple(sorted(one.options.items()))) for one in resolved]
    return [(one.key, one.hash, one.renamed) for one in resolved]


# Cosmetic edits ------------------------------------------------------------------------------------

_COMMENTS = ("/* c */", "/**/", "/* it's; $$ \" */", "/* sqlglot.meta case_sensitive */", "-- it's; (\n", "--\n")
_NESTED = "/* a /* b; */ c */"
_LOOSE = frozenset(
    {TokenType.L_PAREN, TokenType.R_PAREN, TokenType.COMMA, TokenType.SEMICOLON, TokenType.DCOLON, TokenType.EQ}
)  # fmt: skip


def random_gap(random: Random, dialect: Dialect) -> str:
    """White space and comments, never nothing."""
    comments = (*_COMMENTS, _NESTED) if dialect.psql else _COMMENTS
    pieces = [random.choice((" ", "\n", "\t", "  ", "\r\n"))]
    for _ in range(random.choice((0, 0, 1, 2))):
        pieces += random.choice(comments), random.choice((" ", "\n", "\n\n"))
    return "".join(pieces)


def with_gaps(sample: Sample, random: Random) -> str:
    """Other white space and comments wherever they may stand."""
    tokens = sample.tokens
    pieces = [random_gap(random, sample.dialect)]
    for at, token in enumerate(tokens):
        if at and (sample.gap(at) or _may_part(tokens[at - 1], token)):
            pieces.append(random_gap(random, sample.dialect) if sample.gap(at) or random.random() < 0.3 else "")
        pieces.append(_words_apart(sample, token, random))
    return "".join(pieces) + random_gap(random, sample.dialect)


def _may_part(left: Token, right: Token) -> bool:
    if {left.token_type, right.token_type} & _LOOSE:
        return True
    names = (left, right)
    return any(token.token_type is TokenType.DOT for token in names) and any(
        is_word(token) or token.token_type is TokenType.IDENTIFIER for token in names
    )


def _words_apart(sample: Sample, token: Token, random: Random) -> str:
    """GROUP BY is one token of two words."""
    raw = sample.raw(token)
    if not is_word(token) or len(raw.split()) != 2:
        return raw
    return random_gap(random, sample.dialect).join(raw.split())


def replaced(sample: Sample, spellings: dict[int, str]) -> str:
    """The text with the tokens at these offsets spelled otherwise."""
    pieces: list[str] = []
    done = 0
    for token in sample.tokens:
        if token.start in spellings:
            pieces += sample.text[done : token.start], spellings[token.start]
            done = token.end + 1
    return "".join(pieces) + sample.text[done:]
