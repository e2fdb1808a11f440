"""From SQL texts of both sides to the graph, without git and Spark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from checker.cycles.frames import SAME, VALUE
from checker.cycles.graph import Graph
from checker.cycles.side import Declared
from checker.facts.given import key_value
from checker.names import ObjectName
from checker.repo.files import Entry
from checker.settings import Settings
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.collect import SideEntry, collect_rows, read_files
from checker.snapshot.layout import Selection, choose_layout
from checker.snapshot.resolve import Key
from checker.snapshot.rows import StatementRow, statement_table
from checker.sql.reader import read_file
from checker.sql.statement import encode

Files = Mapping[str, str]


def rows_between(base: Files, head: Files, settings: Settings) -> list[StatementRow]:
    """The statements of two commits that hold these files."""
    texts = sorted({*base.items(), *head.items()})
    entries = [SideEntry(Entry(path, text), base.get(path) == text, head.get(path) == text) for path, text in texts]
    parsed = {text: encode(read_file(text, settings.sql_dialect, settings.variables)) for _, text in texts}
    layout = choose_layout(settings, Selection(settings), {*base, *head})
    return collect_rows(read_files(entries, parsed, {}, layout))


def objects_between(rows: list[StatementRow]) -> list[dict[str, Any]]:
    """Both states of every object."""
    table = statement_table(row for row in rows if row.key.space).sort_by([(name, "ascending") for name in r.KEY])
    return [one for batch in s.fold_batches(table.to_batches()) for one in batch.to_pylist()]


def key_of(one: Mapping[str, Any]) -> Key:
    return Key(one[r.SPACE], ObjectName(one[r.DATABASE], one[r.SCHEMA], one[r.NAME]))


def graph_from(objects: Sequence[Mapping[str, Any]], declared: Sequence[Declared] = ()) -> Graph:
    """The graph that the check would get from Spark."""
    rows = [{**one, VALUE: key_value(key_of(one)), SAME: False} for one in objects]
    fields = [pa.field(VALUE, pa.string()), pa.field(SAME, pa.bool_())]
    return Graph.of(pa.Table.from_pylist(rows, pa.schema([*s.OBJECT_SCHEMA, *fields])), declared)


def graph_between(base: Files | str, head: Files | str, dialect: str = "postgres", **more: object) -> Graph:
    settings = Settings.model_validate({"dialect": dialect, "layout": "flat", **more})
    old, new = ({"a.sql": side} if isinstance(side, str) else side for side in (base, head))
    return graph_from(objects_between(rows_between(old, new, settings)))
