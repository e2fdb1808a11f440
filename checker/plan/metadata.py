"""Grants and comments: what to run so that head's hold and base's no longer do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.plan.definition import Definition, Texts
from checker.plan.grant_reader import UnreadGrant, read_grant
from checker.plan.grants import MOST_RIGHTS, Grant, grant_changes, held_rights
from checker.snapshot.rows import StatementRow
from checker.sql.cursor import Cursor
from checker.sql.lexing import tokenise
from checker.sql.statement import Action

_RUN = frozenset({Action.GRANT, Action.COMMENT})
NOTHING = Definition()
"""What is said about an object that is not there."""


def metadata_statements(definition: Definition, texts: Texts) -> tuple[str, ...]:
    """All grants and comments of a new object; unit tests and settings of the tool itself are not run."""
    return tuple(_verbatim([row for row in definition.metadata if row.resolved.statement.action in _RUN], texts))


@dataclass(frozen=True, slots=True)
class MetadataChanges:
    """What takes back what only base had, and then what only head has."""

    gone: tuple[str, ...] = ()
    """To be run first: a column that goes takes what is said about it along."""
    new: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """Statements that only base has and that no statement surely takes back."""

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.gone, *self.new)

    def __add__(self, other: MetadataChanges) -> MetadataChanges:
        return MetadataChanges(self.gone + other.gone, self.new + other.new, self.left + other.left)


def metadata_changes(base: Definition, head: Definition, texts: Texts) -> MetadataChanges:
    """Of the grants and comments that differ."""
    return grants_between(base, head, texts) + _comments_between(base, head, texts)


def _rows(definition: Definition, action: Action) -> list[StatementRow]:
    return [row for row in definition.metadata if row.resolved.statement.action is action]


# Grants --------------------------------------------------------------------------------------------


def grants_between(base: Definition, head: Definition, texts: Texts) -> MetadataChanges:
    """By the rights that each side ends with; head's own statements where some cannot be read as such."""
    rows = _rows(base, Action.GRANT), _rows(head, Action.GRANT)
    before, after = ([row.resolved.hash for row in side] for side in rows)
    if before == after:
        return MetadataChanges()
    old, new = (_read_all(side, texts) for side in rows)
    base_held, head_held = (held_rights(filter(None, side)) for side in (old, new))
    changes = grant_changes(base_held, head_held, texts.speller.home.dialect)
    kept = set(after)
    unread = (row for row, grant in zip(rows[0], old, strict=True) if not grant and row.resolved.hash not in kept)
    run = changes.new if all((*old, *new)) else tuple(_verbatim(rows[1], texts))
    return MetadataChanges(changes.gone, run, (*map(texts.statement, unread), *changes.unknown))


def _read_all(rows: Sequence[StatementRow], texts: Texts) -> list[Grant | None]:
    grants = [_read(row, texts) for row in rows]
    too_many = sum(len(grant.rights) for grant in grants if grant) > MOST_RIGHTS
    return [None] * len(rows) if too_many else grants


def _read(row: StatementRow, texts: Texts) -> Grant | None:
    own = texts.speller.name(row.key) if len(row.resolved.statement.targets) > 1 else ""
    try:
        return read_grant(texts.statement(row), texts.speller.home.dialect, own)
    except UnreadGrant:
        return None


def _verbatim(rows: Sequence[StatementRow], texts: Texts) -> list[str]:
    """As written, but only for this object: others that the statement names may not be there yet."""
    found: list[str] = []
    for row in rows:
        several = len(row.resolved.statement.targets) > 1
        grant = _read(row, texts) if several else None
        found += grant.written(list(grant.rights), grant.level) if grant else [texts.statement(row)]
    return found


# Comments ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Comment:
    row: StatementRow
    on: str
    """The statement up to its IS; empty where it has none."""
    value: str


def _comments_between(base: Definition, head: Definition, texts: Texts) -> MetadataChanges:
    """By the last comment on each thing."""
    old, new = (_last_comments(side, texts) for side in (base, head))
    only_old = [one for what, one in old.items() if what not in new and one.value.upper() != "NULL"]
    run = (one.row for what, one in new.items() if what not in old or old[what].value != one.value)
    return MetadataChanges(
        tuple(f"{one.on} IS NULL" for one in only_old if one.on),
        tuple(map(texts.statement, run)),
        tuple(texts.statement(one.row) for one in only_old if not one.on),
    )


def _last_comments(definition: Definition, texts: Texts) -> dict[tuple[str, ...], _Comment]:
    comments: dict[tuple[str, ...], _Comment] = {}
    for row in _rows(definition, Action.COMMENT):
        text = texts.statement(row)
        cursor = Cursor(tokenise(text, texts.speller.home.dialect)[0], texts.speller.home.dialect)
        # What a comment says is a string, so that the last word IS stands before it.
        at = max((at for at, word in enumerate(cursor.words) if word == "IS"), default=len(cursor.words))
        if at == len(cursor.words):
            comments["", text] = _Comment(row, "", text)
            continue
        what, start = _commented(cursor, at), cursor.tokens[at].start
        comments.pop(what, None)
        comments[what] = _Comment(row, text[:start].rstrip(), text[start + 2 :].strip())
    return comments


def _commented(cursor: Cursor, end: int) -> tuple[str, ...]:
    """COLUMN s.t.a → COLUMN a; CONSTRAINT c ON t → CONSTRAINT c; the object itself by its arguments, if it has any."""
    cursor.seek("ON")
    if cursor.accept("COLUMN"):
        return "COLUMN", *cursor.name()[0][-1:]
    if cursor.accept("CONSTRAINT"):
        return "CONSTRAINT", *cursor.name()[0]
    opened = next((at for at in range(cursor.at, end) if cursor.words[at] == "("), end)
    return tuple(cursor.dialect.fold(token.text) for token in cursor.tokens[opened:end])
