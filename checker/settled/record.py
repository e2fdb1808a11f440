"""What a run remembers of the files that both of its sides share.

Alone(o)  :- every statement on o is in a settled file
State(o)  :- Alone(o), folded as ever
Facts(o)  :- Alone(o), as ever

Nothing in it depends on the change that the run was about, so a later run may take it for any two sides that share
these files with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa
import pyarrow.compute as pc

from checker.cycles.frames import SAME, VALUE
from checker.facts.frames import OBJECT
from checker.facts.given import key_value
from checker.snapshot.cascade import drops_members
from checker.snapshot.collect import ReadFile, SideEntry
from checker.snapshot.identity import moves_names
from checker.snapshot.rows import StatementRow

PATH, BLOB, NOTABLE, OPEN = "path", "blob", "notable", "open"
_FILES = pa.schema([(PATH, pa.string()), (BLOB, pa.string()), (NOTABLE, pa.bool_())])
_STATEMENTS = pa.schema([(PATH, pa.string()), (VALUE, pa.string()), (OPEN, pa.bool_())])


@dataclass(frozen=True)
class Record:
    """Files that were settled, and what they alone define."""

    files: pa.Table
    """Path, blob, and whether it holds what every run has to see: waivers, problems."""
    statements: pa.Table
    """Path and object of every statement in them, and whether other files have statements on it, too."""
    objects: pa.Table
    """Of each object that they alone define: what `collect_objects` gives."""
    facts: pa.Table
    """The facts of these objects."""

    @cached_property
    def blobs(self) -> dict[str, str]:
        """The content of each file."""
        return dict(zip(self.files[PATH].to_pylist(), self.files[BLOB].to_pylist(), strict=True))

    @cached_property
    def notable(self) -> set[str]:
        return set(self.files.filter(self.files[NOTABLE])[PATH].to_pylist())

    @cached_property
    def open_objects(self) -> set[str]:
        """Objects on which there were statements in other files, too."""
        return set(self.statements.filter(self.statements[OPEN])[VALUE].to_pylist())

    def objects_in(self, paths: Iterable[str]) -> set[str]:
        """The objects that statements in these files are about."""
        return set(self.statements.filter(_is_in(self.statements[PATH], paths))[VALUE].to_pylist())

    def paths_of(self, objects: Iterable[str]) -> set[str]:
        """The files with statements on these objects."""
        return set(self.statements.filter(_is_in(self.statements[VALUE], objects))[PATH].to_pylist())

    def without(self, objects: Iterable[str]) -> tuple[pa.Table, pa.Table]:
        """Objects and facts, but of these."""
        gone = list(objects)
        return tuple(
            table.filter(pc.invert(_is_in(table[column], gone)))
            for table, column in ((self.objects, VALUE), (self.facts, OBJECT))
        )


def _is_in(column: pa.ChunkedArray, values: Iterable[str]) -> pa.ChunkedArray:
    return pc.is_in(column, value_set=pa.array(list(values), pa.string()))


def make_record(
    entries: Sequence[SideEntry],
    files: Sequence[ReadFile],
    rows: Sequence[StatementRow],
    objects: pa.Table,
    facts: pa.Table,
) -> Record | None:
    """What is settled of the files of a run; nothing where statements mean what others make of them."""
    read = list(zip(entries, files, strict=True))
    if not all(map(stands_alone, rows)):
        return None
    unsettled = {file.path for entry, file in read if not _can_settle(entry, file)}
    touched = {key_value(row.key) for row in rows if row.path in unsettled}
    settled = [(entry, file) for entry, file in read if file.path not in unsettled]
    named = [(row.path, key_value(row.key)) for row in rows if row.key.space and row.path not in unsettled]
    record = Record(
        _table([(file.path, entry.entry.blob, is_notable(file)) for entry, file in settled], _FILES),
        _table([(path, value, value in touched) for path, value in named], _STATEMENTS),
        objects.filter(objects[SAME]),
        facts,
    )
    return Record(record.files, record.statements, *record.without(touched))


def _table(rows: Sequence[tuple[object, ...]], schema: pa.Schema) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema)


def _can_settle(entry: SideEntry, file: ReadFile) -> bool:
    """Equal on both sides, and known by its own path: one that is no text is told by another."""
    return entry.in_base and entry.in_head and file.path == entry.entry.path


def is_notable(file: ReadFile) -> bool:
    """Whether findings may speak of it although nobody changed it."""
    parsed = file.parsed
    return bool(file.problem or parsed.problems or parsed.waivers or any(one.problem for one in parsed.statements))


def stands_alone(row: StatementRow) -> bool:
    """Whether a statement is about its own object and no others: no name moves, nothing is dropped besides."""
    return not (moves_names(row) or drops_members(row) or any(link.role == "match" for link in row.links))
