"""Run statements in an embedded ClickHouse and read what its catalogue says of a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from chdb.session import Session

from checker.plan.tables import TableEdits

_COLUMNS = """SELECT name, type, default_kind, default_expression, comment, compression_codec, is_in_sorting_key,
    is_in_primary_key, is_in_partition_key
    FROM system.columns WHERE database = '{0}' AND table = 't' ORDER BY position"""
_TABLE = "SELECT create_table_query FROM system.tables WHERE database = '{0}' AND name = 't'"
_MUTATIONS = "SELECT command, latest_fail_reason FROM system.mutations WHERE database = '{0}' AND NOT is_done"


def run(session: Session, database: str, *statements: str) -> None:
    session.query(f"USE {database}")
    for statement in statements:
        session.query(statement)


def rows(session: Session, query: str) -> list[list[Any]]:
    text = str(session.query(query, "JSONCompactEachRow"))
    return [json.loads(line) for line in text.splitlines()]


def fresh(session: Session, database: str) -> None:
    session.query(f"CREATE DATABASE IF NOT EXISTS {database}")
    session.query(f"DROP TABLE IF EXISTS {database}.t SYNC")


def catalogue(session: Session, database: str) -> tuple[object, set[str]]:
    """Columns in their order, and the lines of the table's definition, in which parts may be listed in any order."""
    definition = (
        rows(session, _TABLE.format(database))[0][0].replace(f"{database}.t", "t").replace("ORDER BY (k)", "ORDER BY k")
    )
    return rows(session, _COLUMNS.format(database)), _clauses(definition)


def _clauses(definition: str) -> set[str]:
    """The definition cut at its top-level commas and clauses."""
    for word in (
        " INDEX ",
        " PROJECTION ",
        " CONSTRAINT ",
        " ENGINE ",
        " PRIMARY KEY ",
        " ORDER BY ",
        " TTL ",
        " SETTINGS ",
        " COMMENT ",
    ):
        definition = definition.replace(word, f"\n{word.strip()} ")
    found: set[str] = set()
    for line in definition.splitlines()[1:]:
        if line.startswith("SETTINGS "):
            found |= set(line.removeprefix("SETTINGS ").split(", "))
        elif line != "PRIMARY KEY k":  # said or not, it is the key
            found.add(line.strip(" ,)"))
    return found


def built(session: Session, database: str, statements: Sequence[str]) -> tuple[object, set[str]]:
    fresh(session, database)
    run(session, database, *statements)
    return catalogue(session, database)


def apply(session: Session, database: str, edits: TableEdits) -> None:
    """Run the edits; the error tells which one failed."""
    session.query(f"USE {database}")
    for edit in edits.edits:
        if edit.sql:
            try:
                session.query(edit.sql)
            except RuntimeError as error:
                error.add_note(f"{edit.sql}\n  {edit.why}")
                raise
    assert rows(session, _MUTATIONS.format(database)) == []
