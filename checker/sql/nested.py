"""SQL inside strings: stream tables' queries, bodies of functions, queries of dictionaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sqlglot import Token, TokenType
from sqlglot.errors import SqlglotError

from checker.sql.canonical import Canonical, canonical_form
from checker.sql.dialect import Dialect
from checker.sql.draft import Draft, take_reading, unparsed
from checker.sql.guard import refusal, unbalanced
from checker.sql.guess import reads_by_tokens, reads_in_block
from checker.sql.query import Unreadable, read_tree
from checker.sql.reading import Harm, Mention, Reading
from checker.sql.statement import UNSURE_ROLES


@dataclass(slots=True)
class Inner:
    """What was read inside a string; offsets count from the start of its content."""

    form: str = ""
    slots: list[Mention] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    problem: tuple[str, int] | None = None
    strict: list[Harm] = field(default_factory=list)
    volatile: set[str] = field(default_factory=set)


def read_nested(draft: Draft, at: int, *, query: bool) -> Inner:
    """Read the string at a token as SQL and let the draft know what it holds.

    With `query` it must be one query, else a body of any statements.
    """
    inner = read_inner(draft.tokens[at].text, draft.context.dialect, query=query)
    _take(draft, at, inner)
    return inner


def read_block(draft: Draft, at: int) -> None:
    """A body of plpgsql: its tokens are hashed, and what it reads and changes is guessed from them."""
    text, dialect = draft.tokens[at].text, draft.context.dialect
    try:
        tokens = dialect.tokenizer.tokenize(text)
    except SqlglotError:
        return  # it counts as the string it is
    inner = Inner(mentions=reads_in_block(tokens, dialect), strict=[unparsed(tokens)])
    inner.form = _form(tokens, text, dialect, Canonical(), inner, inner.mentions)
    _take(draft, at, inner)


def _take(draft: Draft, at: int, inner: Inner) -> None:
    token = draft.tokens[at]
    written = draft.context.source.view[token.start : token.end + 1]
    lead = written.find(token.text)  # escapes inside the string move what follows them

    base = token.start + lead

    def moved(harm: Harm) -> Harm:
        return replace(harm, start=-1 if lead < 0 or harm.start < 0 else base + harm.start)

    def outward(mention: Mention) -> Mention:
        if lead < 0:
            return without_place(mention)
        harm = moved(mention.harm) if mention.harm else None
        if mention.start < 0:
            return replace(mention, harm=harm)
        return replace(mention, start=base + mention.start, end=base + mention.end, harm=harm)

    inner.mentions = [outward(mention) for mention in inner.mentions]
    inner.slots = [outward(mention) for mention in inner.slots]
    draft.mentions += inner.mentions
    draft.strict += map(moved, inner.strict)
    draft.volatile |= inner.volatile
    if inner.form:
        draft.nested[token.start] = (inner.form, inner.slots)
    if inner.problem:
        message, offset = inner.problem
        draft.fail_at(message, token.start + (lead + offset if lead >= 0 else 0))


def without_place(mention: Mention) -> Mention:
    """In a string that is not written as it reads, no offset can be told."""
    harm = replace(mention.harm, start=-1) if mention.harm else None
    return replace(mention, start=-1, end=-1, harm=harm)


def read_inner(text: str, dialect: Dialect, *, query: bool) -> Inner:
    """Read a string's content; where it has no tokens at all it stays a plain string."""
    try:
        tokens = dialect.tokenizer.tokenize(text)
    except SqlglotError:
        return Inner(problem=("the query in this string cannot be cut into tokens", 0) if query else None)
    inner = Inner()
    forms: list[str] = []
    for statement in _statements(tokens):
        forms.append(_read_statement(statement, text, dialect, inner, query=query))
    if query and len(forms) != 1:
        inner.problem = ("one query is expected in this string", 0)
    inner.form = ";".join(forms)
    return inner


def _statements(tokens: Sequence[Token]) -> list[list[Token]]:
    statements: list[list[Token]] = [[]]
    for token in tokens:
        if token.token_type is TokenType.SEMICOLON:
            statements.append([])
        else:
            statements[-1].append(token)
    return [statement for statement in statements if statement]


def _read_statement(tokens: list[Token], text: str, dialect: Dialect, inner: Inner, *, query: bool) -> str:
    reading, problem = Reading(), None
    odd = unbalanced(tokens)
    try:
        if odd is not None:
            raise Unreadable(f"{odd.text!r} has no partner", odd.start)
        if refused := refusal(tokens):
            raise Unreadable(refused, tokens[0].start)
        reading = read_tree(tokens, text, dialect, query=True)
    except Unreadable as error:
        problem = (str(error), error.offset)
        reading.mentions = reads_by_tokens(tokens, dialect, changes=not query)
        reading.strict = unparsed(tokens)
    if query and problem:
        inner.problem = inner.problem or problem
    known = Canonical()
    reading.mentions += take_reading(known, reading)
    inner.mentions += reading.mentions
    inner.strict += filter(None, (reading.strict,))
    inner.volatile.update(reading.volatile)
    return _form(tokens, text, dialect, known, inner, reading.mentions)


def _form(
    tokens: list[Token], text: str, dialect: Dialect, known: Canonical, inner: Inner, mentions: list[Mention]
) -> str:
    """The canonical form with the mentioned names left out of it."""
    placed = [mention for mention in mentions if mention.start >= 0 and mention.role not in UNSURE_ROLES]
    known.spans = {mention.start: (mention.end, number) for number, mention in enumerate(placed)}
    form, slots = canonical_form(tokens, text, dialect, known)
    inner.slots += (placed[slot] for slot in slots)
    return form
