"""Run statements in PostgreSQL and read what its catalogue says of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from checker.plan.tables import TableEdits

Rows = list[tuple[Any, ...]]

_PARTS = {
    "columns": """
        SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
               a.attidentity::text, a.attgenerated::text, a.attcollation, a.attstorage::text, a.attcompression::text
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
        WHERE a.attrelid = %s::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1""",
    "constraints": """
        SELECT conname, contype::text, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE conrelid = %s::regclass AND contype <> 'n' ORDER BY 1""",
    "indexes": "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = %s::regclass ORDER BY 1",
    "table": """
        SELECT relpersistence::text, ARRAY(SELECT unnest(reloptions) ORDER BY 1), relreplident::text, relrowsecurity
        FROM pg_class WHERE oid = %s::regclass""",
    "sequences": """
        SELECT c.relname, format_type(s.seqtypid, NULL), s.seqincrement, s.seqstart FROM pg_depend d
        JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' JOIN pg_sequence s ON s.seqrelid = c.oid
        WHERE d.refobjid = %s::regclass ORDER BY 1""",
}


@contextmanager
def undone(connection: psycopg.Connection) -> Iterator[None]:
    """Leave nothing behind."""
    try:
        yield
    finally:
        connection.rollback()


def run(connection: psycopg.Connection, *statements: str) -> None:
    for statement in statements:
        connection.execute(statement)


def rows(connection: psycopg.Connection, query: str) -> Rows:
    return connection.execute(query).fetchall()


def in_schema(connection: psycopg.Connection, schema: str) -> None:
    """A new schema with a table that foreign keys reference, in which names need no schema."""
    run(
        connection,
        f"CREATE SCHEMA {schema}",
        f"SET LOCAL search_path = {schema}",
        "CREATE TABLE other (id int PRIMARY KEY, code text UNIQUE)",
        "INSERT INTO other VALUES (1, '1'), (2, '2'), (3, '3')",
    )


def catalogue(connection: psycopg.Connection, table: str) -> dict[str, Rows]:
    """All that the catalogue says of a table, names of the schema left out; the order of columns too."""
    schema = rows(connection, "SELECT current_schema()")[0][0]
    found: dict[str, Rows] = {}
    for part, query in _PARTS.items():
        cursor = connection.execute(query, (table,))
        found[part] = [tuple(_bare(value, schema) for value in row) for row in cursor.fetchall()]
    return found


def _bare(value: Any, schema: str) -> Any:
    return value.replace(f"{schema}.", "") if isinstance(value, str) else value


def apply(connection: psycopg.Connection, edits: TableEdits) -> None:
    """Run the edits; the error tells which one failed."""
    for edit in edits.edits:
        if edit.sql:
            try:
                run(connection, edit.sql)
            except psycopg.Error as error:
                error.add_note(f"{edit.sql}\n  {edit.why}")
                raise


def built(connection: psycopg.Connection, schema: str, statements: Sequence[str], table: str) -> dict[str, Rows]:
    """The catalogue of a table built from these statements alone."""
    in_schema(connection, schema)
    run(connection, *statements)
    return catalogue(connection, table)
