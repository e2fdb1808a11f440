"""A statement while it is being read: heads fill it in, `finish` makes the Statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import Token

from checker.sql.canonical import Canonical, canonical_form, digest
from checker.sql.dialect import Dialect
from checker.sql.guard import refusal, unbalanced
from checker.sql.guess import reads_by_tokens
from checker.sql.query import Unreadable, read_tree
from checker.sql.reading import Harm, Mention, Reading
from checker.sql.source import SourceText
from checker.sql.statement import (
    OWN_NAME,
    UNSURE_ROLES,
    Action,
    Operator,
    Parts,
    Place,
    Problem,
    Reference,
    Role,
    Statement,
)


@dataclass(frozen=True, slots=True)
class Context:
    """What holds for a whole file."""

    source: SourceText
    dialect: Dialect
    variables: Mapping[str, str]


@dataclass(slots=True)
class Draft:
    """All that the head of a statement tells."""

    context: Context
    tokens: Sequence[Token]
    kind: str = "unknown"
    action: Action = Action.NONE
    target_kind: str = ""
    targets: list[Parts] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    queries: list[tuple[int, int]] = field(default_factory=list)
    """Token ranges that are queries."""
    recursive: bool = False
    """In its own query, the object's bare name is the object itself."""
    whole: bool = False
    """Hand the whole statement to sqlglot; where it cannot read it, nothing is lost but the shape."""
    cluster: str = ""
    label: str = ""
    replaces: bool = False
    if_not_exists: bool = False
    new_names: list[Parts] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    problem: Problem | None = None
    known: Canonical = field(default_factory=Canonical)
    nested: dict[int, tuple[str, list[Mention]]] = field(default_factory=dict)
    """Strings that hold SQL: start offset → canonical form and the names left out of it."""
    strict: list[Harm] = field(default_factory=list)
    """The first operator of each query that is not monotone."""
    volatile: set[str] = field(default_factory=set)

    def target(self, name: tuple[Parts, int, int], *, drop_last: bool = False) -> None:
        """The statement concerns this object."""
        parts, first, last = name
        if drop_last:  # a column: its table is meant
            parts, last = parts[:-1], max(last - 2, first)
        if not parts:
            self.fail("a name is missing", first)
            return
        self.targets.append(parts)
        self.known.spans[self.tokens[first].start] = (self.tokens[last - 1].end + 1, OWN_NAME)

    def mention(self, name: tuple[Parts, int, int], role: Role) -> None:
        """The statement names this object."""
        parts, first, last = name
        if parts:
            self.mentions.append(Mention(parts, role, self.tokens[first].start, self.tokens[last - 1].end + 1))

    def mention_text(self, parts: Parts, role: Role) -> None:
        """The statement names this object inside a string."""
        if parts:
            self.mentions.append(Mention(parts, role, -1, -1))

    def fail(self, message: str, at: int) -> None:
        """The statement cannot be read from this token on; only the first such place is told."""
        token = self.tokens[min(at, len(self.tokens) - 1)]
        offset = token.start if at < len(self.tokens) else token.end + 1
        self.fail_at(message, offset)

    def fail_at(self, message: str, offset: int) -> None:
        if self.problem is None:
            self.problem = Problem(message, *self.context.source.place(offset))


def finish(draft: Draft, masked: Sequence[str], start: int, end: int, place: Place) -> Statement:
    """Read the queries of a draft and hash it all."""
    source, dialect = draft.context.source, draft.context.dialect
    odd = unbalanced(draft.tokens)
    if odd is not None:
        draft.fail_at(f"{odd.text!r} has no partner", odd.start)
    refused = refusal(draft.tokens)
    for reading in _readings(draft, refused):
        draft.mentions += reading.mentions
        draft.mentions += take_reading(draft.known, reading)
        draft.strict += filter(None, (reading.strict,))
        draft.volatile.update(reading.volatile)
    draft.strict += filter(None, (_replacing(draft),))
    references = _references(draft)
    form, slots = canonical_form(draft.tokens, source.view, dialect, draft.known)
    line, column = source.place(start)
    return Statement(
        kind=draft.kind,
        action=draft.action,
        target_kind=draft.target_kind or draft.kind,
        targets=tuple(draft.targets),
        line=line,
        column=column,
        end_line=source.line(max(end - 1, start)),
        text=source.text(start, end),
        references=references,
        digest=digest(form, *masked),
        slots=tuple(slots),
        cluster=draft.cluster,
        label=draft.label,
        replaces=draft.replaces,
        if_not_exists=draft.if_not_exists,
        new_names=tuple(draft.new_names),
        options=draft.options,
        scope=place.scope,
        search_path=place.search_path,
        problem=draft.problem,
        spots=tuple(_spots(draft, start, end)),
        strict=_strict(draft),
        volatile=tuple(sorted(draft.volatile)),
    )


def _spots(draft: Draft, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Names by their places in the text of the statement as the user wrote it."""
    source = draft.context.source
    first = source.raw_offset(start)
    for at, (until, slot) in sorted(draft.known.spans.items()):
        if start <= at and until <= end:
            yield source.raw_offset(at) - first, source.raw_offset(until) - first, slot


def _readings(draft: Draft, refused: str) -> Iterator[Reading]:
    ranges = [(0, len(draft.tokens))] if draft.whole else draft.queries
    for first, last in ranges:
        tokens = draft.tokens[first:last]
        if not tokens:
            draft.fail("a query is missing", first)
            continue
        try:
            if refused or draft.problem:
                raise Unreadable(refused, tokens[0].start)
            reading = read_tree(tokens, draft.context.source.view, draft.context.dialect, query=not draft.whole)
        except Unreadable as error:
            if not draft.whole or refused:
                draft.fail_at(str(error), error.offset)
            if not draft.whole:
                yield Reading(mentions=reads_by_tokens(tokens, draft.context.dialect), strict=unparsed(tokens))
        else:
            yield reading


def take_reading(known: Canonical, reading: Reading) -> list[Mention]:
    """Let the canonical form know what a tree tells; the qualifiers that are names of their own.

    `s.t.col` reads as `t.col` where only one t is read; else its qualifier is a name like any other.
    """
    if reading.shape:
        known.shapes.append(reading.shape)
        known.grouping |= reading.grouping
        known.identifiers |= reading.identifiers
    if not reading.qualifiers:
        return []
    read: dict[str, set[Parts]] = {}
    for mention in reading.mentions:
        if mention.role == "read":
            read.setdefault(mention.parts[-1], set()).add(mention.parts)
    names: list[Mention] = []
    for qualifier in reading.qualifiers:
        same = read.get(qualifier.parts[-1], set())
        if len(same) > 1 and any(_may_be_same(parts, qualifier.parts) for parts in same):
            names.append(qualifier)
        elif len(same) == 1 and _may_be_same(next(iter(same)), qualifier.parts):
            known.bare[qualifier.start] = (qualifier.end, qualifier.parts[-1])
    return names


def _may_be_same(left: Parts, right: Parts) -> bool:
    shared = min(len(left), len(right))
    return left[-shared:] == right[-shared:]


def unparsed(tokens: Sequence[Token]) -> Harm:
    """What cannot be parsed may be anything."""
    return Harm("unparsed", tokens[0].start if tokens else -1)


def _replacing(draft: Draft) -> Harm | None:
    """Where every refresh puts new rows in the place of old ones, whatever the query is like.

    ClickHouse: REFRESH without APPEND, and dictionaries, in which the last row of a key counts.
    """
    tokens = draft.tokens
    if draft.kind == "dictionary":
        return Harm("dictionary", tokens[0].start, "DICTIONARY")
    if draft.kind != "materialized view" or draft.context.dialect.name != "clickhouse" or not draft.queries:
        return None
    head = {token.text.upper(): token for token in tokens[: draft.queries[0][0]]}
    if "REFRESH" not in head or "APPEND" in head:
        return None
    return Harm("refresh", head["REFRESH"].start, "REFRESH")


def _strict(draft: Draft) -> Operator | None:
    harm = min(draft.strict, key=lambda harm: harm.start, default=None)
    return Operator(harm.operator, _line(draft, harm.start), harm.text) if harm else None


def _line(draft: Draft, offset: int) -> int:
    """The line of an offset, and of the statement for what stands in a string with escapes."""
    return draft.context.source.line(offset if offset >= 0 else draft.tokens[0].start)


def _references(draft: Draft) -> tuple[Reference, ...]:
    """Each (name, role) once, in order; and the slot of every place where it stands."""
    found: dict[tuple[Parts, Role], int] = {}
    mentions: list[list[Mention]] = []
    for mention in draft.mentions:
        if mention.start in draft.known.spans:  # the object's own name, told by the head
            continue
        if draft.recursive and mention.parts == draft.targets[0][-1:]:
            draft.known.spans[mention.start] = (mention.end, OWN_NAME)
            continue
        key = (mention.parts, mention.role)
        if key not in found:
            found[key] = len(mentions)
            mentions.append([])
        mentions[found[key]].append(mention)
        if mention.start >= 0 and mention.role not in UNSURE_ROLES:
            draft.known.spans[mention.start] = (mention.end, found[key])
    for start, (form, slots) in draft.nested.items():
        draft.known.nested[start] = (form, [found[slot.parts, slot.role] for slot in slots])
    replacing = _replacing(draft)
    return tuple(_reference(draft, same, replacing) for same in mentions)


def _reference(draft: Draft, mentions: Sequence[Mention], replacing: Harm | None) -> Reference:
    """All places where one name stands; one that is not monotone is enough."""
    first = mentions[0]
    line = _line(draft, first.start)
    harm = next((mention.harm for mention in mentions if mention.harm), replacing if first.role == "read" else None)
    computes = any(mention.computes for mention in mentions)
    if harm is None:
        return Reference(first.parts, first.role, line, computes=computes)
    return Reference(first.parts, first.role, line, harm.operator, _line(draft, harm.start), harm.text, computes)
