"""Grants and comments: what to run so that head's hold and base's no longer do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.plan.definition import Definition, Texts
from checker.snapshot.rows import StatementRow
from checker.sql.lexing import tokenise
from checker.sql.statement import Action

_RUN = frozenset({Action.GRANT, Action.COMMENT})


def metadata_statements(definition: Definition, texts: Texts) -> tuple[str, ...]:
    """All grants and comments of a new object; unit tests and settings of the tool itself are not run."""
    return tuple(texts.statement(row) for row in definition.metadata if row.resolved.statement.action in _RUN)


@dataclass(frozen=True, slots=True)
class MetadataChanges:
    """What takes back what only base had, and then what only head has."""

    gone: tuple[str, ...]
    new: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.gone, *self.new)


def metadata_changes(base: Definition, head: Definition, texts: Texts) -> MetadataChanges:
    """Of the grants and comments that differ."""
    before = {row.resolved.hash for row in base.metadata}
    after = {row.resolved.hash for row in head.metadata}
    gone = [row for row in base.metadata if row.resolved.hash not in after]
    new = [row for row in head.metadata if row.resolved.hash not in before and row.resolved.statement.action in _RUN]
    return MetadataChanges(tuple(_taken_back(gone, texts)), tuple(map(texts.statement, new)))


def _taken_back(rows: list[StatementRow], texts: Texts) -> Iterator[str]:
    for row in rows:
        action = row.resolved.statement.action
        text = texts.statement(row)
        if action is Action.COMMENT:
            yield from _without_comment(text, texts)
        elif action is Action.GRANT:
            yield from _revoked(text, texts)


def _without_comment(text: str, texts: Texts) -> Iterator[str]:
    """COMMENT ON … IS 'x' → COMMENT ON … IS NULL"""
    tokens, _ = tokenise(text, texts.speller.home.dialect)
    last = next((token for token in reversed(tokens) if token.text.upper() == "IS"), None)
    if last is not None:
        yield f"{text[: last.start]}IS NULL"


def _revoked(text: str, texts: Texts) -> Iterator[str]:
    """GRANT x ON y TO z [WITH …] → REVOKE x ON y FROM z"""
    tokens, _ = tokenise(text, texts.speller.home.dialect)
    words = [token.text.upper() for token in tokens]
    if words[0] != "GRANT" or "TO" not in words:
        return
    to = len(words) - 1 - words[::-1].index("TO")
    end = next((tokens[at].start for at in range(to, len(words)) if words[at] == "WITH"), len(text))
    yield f"REVOKE{text[tokens[0].end + 1 : tokens[to].start]}FROM{text[tokens[to].end + 1 : end]}".rstrip()
