"""Where the names of objects stand in a statement's text, so that they can be written anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from checker.sql.dialect import Dialect
from checker.sql.draft import Context, Draft, finish
from checker.sql.reader import drafts
from checker.sql.source import read_source
from checker.sql.split import split
from checker.sql.statement import Place


class Spot(NamedTuple):
    """A name in a text. `reference` is its place among the statement's references, or OWN_NAME."""

    start: int
    end: int
    reference: int


@dataclass(frozen=True, slots=True)
class SpottedText:
    """A statement's text with the values of variables, and the names in it from left to right.

    No names are told of a text that holds templates, several statements or what cannot be read.
    """

    text: str
    spots: tuple[Spot, ...] = ()
    query: tuple[int, int] | None = None
    """Where its query stands, if it has just one."""


def spotted(text: str, dialect: Dialect, variables: Mapping[str, str]) -> SpottedText:
    """
    >>> from checker.sql.dialect import get_dialect
    >>> spotted("CREATE VIEW v AS SELECT a FROM t", get_dialect("postgres"), {}).spots
    (Spot(start=12, end=13, reference=-1), Spot(start=31, end=32, reference=0))
    """
    source = read_source(text, dialect, variables)
    if source.masked or source.undefined:
        return SpottedText(text)
    slices = list(split(source, dialect))
    if len(slices) != 1 or slices[0].broken is not None:
        return SpottedText(source.view)
    found = list(drafts(Draft(Context(source, dialect, variables), slices[0].tokens)))
    if len(found) != 1:
        return SpottedText(source.view)
    draft = found[0]
    finish(draft, (), slices[0].start, slices[0].end, Place())
    # The draft tells places in the view, where variables have their values.
    spots = (Spot(start, end, slot) for start, (end, slot) in sorted(draft.known.spans.items()))
    return SpottedText(source.view, tuple(spots), _query(draft))


def _query(draft: Draft) -> tuple[int, int] | None:
    if len(draft.queries) != 1:
        return None
    first, last = draft.queries[0]
    return draft.tokens[first].start, draft.tokens[last - 1].end + 1
