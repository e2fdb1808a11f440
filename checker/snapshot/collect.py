"""The files of both sides → rows of statements, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from checker.names import ObjectName
from checker.repo.files import Entry, Listing
from checker.snapshot.identity import follow_names
from checker.snapshot.layout import FileRole, Layout, Place
from checker.snapshot.resolve import Key, Resolved, resolve
from checker.snapshot.rows import StatementRow, printable
from checker.sql.canonical import digest
from checker.sql.statement import ParsedFile, Statement, decode

_NOTHING = Key("", ObjectName("", "", ""))


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


@dataclass(frozen=True, slots=True)
class Sides:
    """Which files are in which side; equal ones are in both and count once."""

    base: Listing
    head: Listing

    def entries(self) -> Iterator[tuple[Entry, bool, bool]]:
        """Every (path, content) once, with the sides it is in."""
        base, head = set(self.base.entries), set(self.head.entries)
        for entry in sorted(base | head, key=lambda entry: (entry.path, entry.blob)):
            yield entry, entry in base, entry in head

    @property
    def differ(self) -> bool:
        return self.base.entries != self.head.entries


@dataclass(slots=True)
class Collected:
    """Everything read from the two sides."""

    files: list[ReadFile] = field(default_factory=list)
    rows: list[StatementRow] = field(default_factory=list)


def collect(sides: Sides, payloads: Mapping[str, bytes], problems: Mapping[str, str], layout: Layout) -> Collected:
    """Decode, place and resolve. `problems` tells by blob what kept a file from being read."""
    layout.settle(entry.path for side in (sides.base, sides.head) for entry in side.entries)
    collected = Collected()
    for entry, in_base, in_head in sides.entries():
        payload = payloads.get(entry.blob)
        file = ReadFile(
            path=printable(entry.path),
            parsed=decode(payload) if payload is not None else ParsedFile(),
            place=layout.place(entry.path),
            problem=problems.get(entry.blob, ""),
            in_base=in_base,
            in_head=in_head,
        )
        collected.files.append(file)
        if file.place.role is not FileRole.OUTSIDE:
            collected.rows.extend(_rows(file))
    collected.rows = follow_names(collected.rows)
    return collected


def _rows(file: ReadFile) -> Iterator[StatementRow]:
    for ordinal, statement in enumerate(file.parsed.statements):
        for resolved in _resolved(statement, file):
            yield StatementRow(resolved, file.path, ordinal, file.in_base, file.in_head, file.place.variant)


def _resolved(statement: Statement, file: ReadFile) -> Iterable[Resolved]:
    resolved = list(resolve(statement, file.place.home))
    return resolved or [Resolved(statement, _NOTHING, (), digest(statement.digest).hex(), statement.options)]
