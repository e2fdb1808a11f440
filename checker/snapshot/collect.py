"""The files of both sides → rows of statements, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from checker.names import ObjectName
from checker.repo.files import Entry, Listing
from checker.snapshot.cascade import with_cascades
from checker.snapshot.identity import follow_names
from checker.snapshot.layout import FileRole, Layout, Place
from checker.snapshot.resolve import Key, Resolved, resolve
from checker.snapshot.rows import StatementRow, printable
from checker.sql.canonical import digest
from checker.sql.statement import ParsedFile, Statement, decode

_NOTHING = Key("", ObjectName("", "", ""))


class SideEntry(NamedTuple):
    """A file as it is on one side, or on both where they are equal."""

    entry: Entry
    in_base: bool
    in_head: bool


@dataclass(frozen=True, slots=True)
class Sides:
    """Which files are in which side; equal ones are in both and count once."""

    base: Listing
    head: Listing

    def entries(self) -> list[SideEntry]:
        """Every (path, content) once, with the sides it is in."""
        base, head = set(self.base.entries), set(self.head.entries)
        # Either side is in order: what of both is only a little out of order is soon sorted.
        ordered = sorted(dict.fromkeys((*self.base.entries, *self.head.entries)))
        return [SideEntry(entry, entry in base, entry in head) for entry in ordered]

    def paths(self) -> set[str]:
        return {entry.path for side in (self.base, self.head) for entry in side.entries}


@dataclass(frozen=True, slots=True)
class ReadFile:
    """One file of a side: its content parsed, or a finding's code why not."""

    path: str
    parsed: ParsedFile
    place: Place
    problem: str = ""
    in_base: bool = True
    in_head: bool = True

    @property
    def is_whole(self) -> bool:
        """Nothing in it was lost: no problem of the file, and no statement without a known object."""
        if self.problem not in ("", "encoding") or self.parsed.problems:
            return False
        return all(one.targets or one.problem is None for one in self.parsed.statements)

    def rows(self) -> Iterator[StatementRow]:
        """Its statements, once for each object they concern; none of a file outside the layout."""
        if self.place.role is FileRole.OUTSIDE:
            return
        for ordinal, statement in enumerate(self.parsed.statements):
            for resolved in _resolved(statement, self.place):
                yield StatementRow(resolved, self.path, ordinal, self.in_base, self.in_head, self.place.variant)


def _resolved(statement: Statement, place: Place) -> Iterable[Resolved]:
    resolved = list(resolve(statement, place.home))
    return resolved or [Resolved(statement, _NOTHING, (), digest(statement.digest).hex(), statement.options)]


def read_files(
    entries: Iterable[SideEntry], payloads: Mapping[str, bytes], problems: Mapping[str, str], layout: Layout
) -> list[ReadFile]:
    """Decode and place. `problems` tells by blob what kept a file from being read."""
    return [
        ReadFile(
            path=printable(one.entry.path),
            parsed=decode(payloads[one.entry.blob]) if one.entry.blob in payloads else ParsedFile(),
            place=layout.place(printable(one.entry.path)),
            problem=problems.get(one.entry.blob, ""),
            in_base=one.in_base,
            in_head=one.in_head,
        )
        for one in entries
    ]


def collect_rows(files: Sequence[ReadFile]) -> list[StatementRow]:
    """The statements of all files, each under the name its object has in the end."""
    if not files:
        return []
    dialect = files[0].place.home.dialect
    rows = [row for file in files for row in file.rows()]
    return with_cascades(follow_names(rows, links_follow=dialect.name != "clickhouse"), dialect)
