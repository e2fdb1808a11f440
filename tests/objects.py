"""From SQL texts to folded objects without git or Spark, for tests of what lies between."""

from __future__ import annotations

from collections.abc import Mapping

from checker.names import ObjectName
from checker.repo.files import Entry
from checker.settings import Settings
from checker.snapshot.collect import ReadFile, SideEntry, collect_rows, read_files
from checker.snapshot.fold import ObjectState, fold
from checker.snapshot.layout import Selection, choose_layout
from checker.snapshot.rows import KEY, statement_table
from checker.sql.reader import read_file
from checker.sql.statement import encode


def read_texts(texts: Mapping[str, str], settings: Settings) -> list[ReadFile]:
    """The files of one side, read as a commit's would be."""
    parsed = {path: encode(read_file(text, settings.sql_dialect, settings.variables)) for path, text in texts.items()}
    entries = [SideEntry(Entry(path, path), in_base=True, in_head=True) for path in sorted(texts)]
    layout = choose_layout(settings, Selection(settings), texts)
    return read_files(entries, parsed, {}, layout)


def objects_of(texts: Mapping[str, str] | str, dialect: str = "postgres", **settings: object) -> dict[str, ObjectState]:
    """The objects that some files leave, by id."""
    files = {"a.sql": texts} if isinstance(texts, str) else texts
    rows = collect_rows(read_texts(files, Settings.model_validate({"dialect": dialect, **settings})))
    by_key: dict[tuple[str, ...], list[dict[str, object]]] = {}
    for row in statement_table(row for row in rows if row.in_head).to_pylist():
        by_key.setdefault(tuple(row[name] for name in KEY), []).append(row)
    folded = {key: fold(group) for key, group in by_key.items() if key[0]}
    return {ObjectName(*key[1:]).id: state for key, state in sorted(folded.items()) if state is not None}
