"""Which part of two sides has to be looked at, where a record tells of the rest.

Unsettled(f) :- in base, in head and in the record f is not one and the same
Touched(o)   :- a statement on o is in an unsettled file, on any side or in the record
Looked(f)    :- Unsettled(f); or Touched(o), a statement on o is in f; or f is notable
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from checker.facts.given import key_value
from checker.settled.record import Record, stands_alone
from checker.snapshot import frames as s
from checker.snapshot.collect import ReadFile, collect_rows
from checker.snapshot.lookup import Rows
from checker.snapshot.read import SideReader
from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow

_MOST_UNSETTLED = 0.25
"""Where more of the files are not as the record has them, it is not worth asking."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Objects that are the same on both sides, and known without a look at their statements."""

    objects: pa.Table
    facts: pa.Table


@dataclass(frozen=True, slots=True)
class Part:
    """What of two sides is looked at."""

    files: list[ReadFile]
    rows: Rows
    settled: Settled | None = None
    """The rest; nothing where all was looked at."""

    @property
    def settled_count(self) -> int:
        """How many objects of head were not looked at."""
        if self.settled is None:
            return 0
        return pc.sum(pc.struct_field(self.settled.objects[s.HEAD], s.DEFINED)).as_py() or 0

    def with_settled(self, collected: pa.Table) -> pa.Table:
        """What `collect_objects` gives of the objects that were looked at, and the others."""
        return pa.concat_tables([self.settled.objects, collected]) if self.settled else collected


def whole(reader: SideReader) -> Part:
    """All there is."""
    files = reader.read(reader.entries)
    return Part(files, Rows(collect_rows(files)))


def narrow(reader: SideReader, record: Record) -> Part | None:
    """The part that a change reaches; nothing where the record does not serve."""
    return _Narrowing(reader, record).part()


class _Narrowing:
    def __init__(self, reader: SideReader, record: Record) -> None:
        self._reader = reader
        self._record = record
        blobs = record.blobs
        settled = {
            entry.path
            for entry, in_base, in_head in reader.entries
            if in_base and in_head and blobs.get(entry.path) == entry.blob
        }
        self._unsettled = [one for one in reader.entries if one.entry.path not in settled]
        self._outdated = blobs.keys() - settled
        """Files that the record has otherwise than the two sides."""

    def part(self) -> Part | None:
        if len(self._unsettled) + len(self._outdated) > _MOST_UNSETTLED * len(self._reader.entries):
            return None
        touched = self._touched()
        looked = {one.entry.path for one in self._unsettled} | self._record.notable | self._record.paths_of(touched)
        files = self._read(looked)
        rows = list(_rows(files))
        if not all(map(stands_alone, rows)):
            return None
        known = [row for row in rows if key_value(row.key) in touched]
        return Part(files, Rows(known, self._rows_of), Settled(*self._record.without(touched)))

    def _touched(self) -> set[str]:
        new = {key_value(row.key) for row in _rows(self._reader.read(self._unsettled))}
        return new | self._record.objects_in(self._outdated) | self._record.open_objects

    def _read(self, paths: set[str]) -> list[ReadFile]:
        return self._reader.read([one for one in self._reader.entries if one.entry.path in paths])

    def _rows_of(self, keys: set[Key]) -> Iterator[StatementRow]:
        files = self._read(self._record.paths_of(map(key_value, keys)))
        return (row for row in _rows(files) if row.key in keys)


def _rows(files: Iterable[ReadFile]) -> Iterator[StatementRow]:
    for file in files:
        yield from file.rows()
