"""The statements behind an object, as a plan writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from checker.plan.names import Speller
from checker.snapshot.fold import Row, Surviving, surviving
from checker.snapshot.order import file_order
from checker.snapshot.resolve import Key, Link
from checker.snapshot.rows import STATEMENT_SCHEMA, StatementRow, statement_values
from checker.sql.kinds import ON_TABLE_KINDS
from checker.sql.spots import Spot, SpottedText, spotted
from checker.sql.statement import OWN_NAME, Action

_ROW = "row"


@dataclass(frozen=True, slots=True)
class Definition:
    """What one side says about an object, in the order in which it counts."""

    created: tuple[StatementRow, ...] = ()
    altered: tuple[StatementRow, ...] = ()
    indexes: tuple[StatementRow, ...] = ()
    metadata: tuple[StatementRow, ...] = ()

    @property
    def structure(self) -> tuple[StatementRow, ...]:
        """What makes it, and then all later statements on it in the order of the files."""
        later = sorted((*self.altered, *self.indexes), key=lambda row: (file_order(row.path), row.ordinal))
        return (*self.created, *later)


def definitions(
    concerned: Mapping[Key, Sequence[StatementRow]],
) -> tuple[dict[Key, Definition], dict[Key, Definition]]:
    """The definitions of objects in base and in head, from the statements about each."""
    base: dict[Key, Definition] = {}
    head: dict[Key, Definition] = {}
    for key, rows in concerned.items():
        base[key] = _definition([row for row in rows if row.in_base])
        same = all(row.in_base and row.in_head for row in rows)
        head[key] = base[key] if same else _definition([row for row in rows if row.in_head])
    return base, head


def _definition(there: Sequence[StatementRow]) -> Definition:
    if len(there) == 1 and there[0].resolved.statement.action is Action.CREATE:
        return Definition(created=(there[0],))  # as nearly all objects are
    left = surviving(map(_as_mapping, there))
    return Definition(*(_rows(getattr(left, name)) for name in Surviving.__slots__))


def _as_mapping(row: StatementRow) -> Row:
    return dict(zip(STATEMENT_SCHEMA.names, statement_values(row), strict=True)) | {_ROW: row}


def _rows(found: Iterable[Row]) -> tuple[StatementRow, ...]:
    return tuple(row[_ROW] for row in found)


@dataclass(frozen=True, slots=True)
class Texts:
    """Writes the statements of a definition so that they mean the same wherever they are run."""

    speller: Speller
    variables: Mapping[str, str]

    def statement(self, row: StatementRow) -> str:
        """The statement with every name spelled out that the default place would not resolve as its file does."""
        if self._is_at_home(row):
            return row.resolved.statement.text
        found = self._spotted(row)
        return self._between(row, found, 0, len(found.text))

    def query(self, row: StatementRow) -> tuple[str, str] | None:
        """What stands before its query, with white space evened out, and the query itself."""
        found = spotted(row.resolved.statement.text, self.speller.home.dialect, self.variables)
        if found.query is None:
            return None
        start, end = found.query
        return " ".join(self._between(row, found, 0, start).split()), self._between(row, found, start, end)

    def around_own_name(self, row: StatementRow) -> tuple[str, str, str] | None:
        """The statement up to its object's name, the name, and what follows; nothing where it cannot be told."""
        found = self._spotted(row)
        own = next((spot for spot in found.spots if spot.reference == OWN_NAME), None)
        if own is None:
            return None
        ends = (0, own.start, own.end, len(found.text))
        before, name, after = (self._between(row, found, *pair) for pair in pairwise(ends))
        return before, name, after

    def _is_at_home(self, row: StatementRow) -> bool:
        """Whether it has only bare names of what lies in the default place, as most statements have."""
        statement, home = row.resolved.statement, self.speller.home
        if row.key.space != "relation" or len(statement.targets) != 1 or (self.variables and ":" in statement.text):
            return False
        place = (home.database, home.schema)
        written = (*statement.targets, *(one.parts for one in statement.references))
        names = (row.key.name, *(link.name for link in row.links))
        return len(written) == len(names) and all(
            name == (*place, *parts) for name, parts in zip(names, written, strict=True)
        )

    def _spotted(self, row: StatementRow) -> SpottedText:
        """From what was read once; a text with variables is read again, with their values."""
        statement = row.resolved.statement
        if self.variables and ":" in statement.text:
            return spotted(statement.text, self.speller.home.dialect, self.variables)
        return SpottedText(statement.text, tuple(map(Spot._make, statement.spots)))

    def _between(self, row: StatementRow, found: SpottedText, start: int, end: int) -> str:
        pieces: list[str] = []
        done = start
        for spot in found.spots:
            name = self._anew(row, spot.reference) if start <= spot.start and spot.end <= end else ""
            if name:
                pieces += found.text[done : spot.start], name
                done = spot.end
        return "".join([*pieces, found.text[done:end]])

    def _anew(self, row: StatementRow, reference: int) -> str:
        statement = row.resolved.statement
        if reference == OWN_NAME:
            if statement.kind in ON_TABLE_KINDS or len(statement.targets) != 1:
                return ""
            key = _named_key(row)
            return "" if self.speller.resolves(statement.targets[0], key) else self.speller.name(key)
        written = statement.references[reference]
        link = _link_of(row, reference)
        if link is None:
            return ""
        key = Key(link.space, link.name)
        return "" if self.speller.resolves(written.parts, key) else self.speller.name(key)


def _named_key(row: StatementRow) -> Key:
    """What a statement names first: ALTER INDEX names the index, though it is about the table under it."""
    statement, key = row.resolved.statement, row.key
    if statement.kind == "index" and statement.action is not Action.INDEX:
        return key._replace(name=key.name._replace(name=statement.targets[0][-1]))
    return key


def _link_of(row: StatementRow, reference: int) -> Link | None:
    """What a reference of a statement leads to: links stand in the order of references, unless one was left out."""
    statement = row.resolved.statement
    further = sum(len(one.parts) == 1 and one.role != "match" for one in statement.references)
    if len(row.links) == len(statement.references) + further * len(statement.search_path):
        link = row.links[reference]
        if not statement.search_path or _may_be(statement.references[reference].parts, tuple(link.name)):
            return link
    written = statement.references[reference]
    links = (link for link in row.links if link.role == written.role)
    return next((link for link in links if _may_be(written.parts, tuple(link.name))), None)


def _may_be(written: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return name[-len(written) :] == written
