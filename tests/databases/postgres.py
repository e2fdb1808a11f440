"""A PostgreSQL database and its catalogue: all that definitions decide, and nothing that tells how it came about.

The order of a table's columns is left out: it cannot be altered. So are the names of NOT NULL constraints, to
which nothing refers.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.databases.database import Catalogue, Columns, Refused, as_lines
from tests.databases.postgres_server import Connection, program

GRANTEE = "reader"
"""A role to grant rights to."""

PGTRICKLE = (Path(__file__).parent / "pgtrickle.sql").read_text()
"""Statements that make the stand-in for pg_trickle."""

_EMPTY = f"""
DO $$
DECLARE one record;
BEGIN
  FOR one IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', one.nspname);
  END LOOP;
  DROP ROLE IF EXISTS {GRANTEE};
END $$;
CREATE ROLE {GRANTEE};
CREATE SCHEMA public;
"""


def _sorted_acl(acl: str) -> str:
    """Rights in an order of their own: the array has them as they were granted."""
    return f"(SELECT array_agg(one::text ORDER BY one::text) FROM unnest({acl}) one)"


_OWN = "n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'pgtrickle')"

_QUERIES = {
    "schema": f"""
        SELECT n.nspname, {_sorted_acl("coalesce(n.nspacl, acldefault('n', n.nspowner))")},
               obj_description(n.oid, 'pg_namespace')
        FROM pg_namespace n WHERE {_OWN}""",
    "relation": f"""
        SELECT n.nspname, c.relname, c.relkind, c.relpersistence, c.relispopulated, c.reloptions,
               {_sorted_acl("coalesce(c.relacl, acldefault('r', c.relowner))")}, c.relrowsecurity, c.relreplident,
               pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid), obj_description(c.oid, 'pg_class')
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {_OWN}""",
    "column": f"""
        SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
               pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attcollation::regcollation,
               {_sorted_acl("a.attacl")},
               CASE WHEN c.relkind IN ('v', 'm') THEN a.attnum END, col_description(c.oid, a.attnum)
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE {_OWN} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'c')""",
    "constraint": f"""
        SELECT n.nspname, coalesce(k.conrelid::regclass::text, k.contypid::regtype::text),
               CASE WHEN k.contype <> 'n' THEN k.conname END, k.contype, k.convalidated, k.condeferrable,
               k.condeferred, pg_get_constraintdef(k.oid), obj_description(k.oid, 'pg_constraint')
        FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace WHERE {_OWN}""",
    "index": f"""
        SELECT n.nspname, c.relname, pg_get_indexdef(i.indexrelid), i.indisprimary, i.indisunique, i.indisvalid
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE {_OWN}""",
    "view": f"""
        SELECT n.nspname, c.relname, pg_get_viewdef(c.oid)
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {_OWN} AND c.relkind IN ('v', 'm')""",
    "function": f"""
        SELECT n.nspname, p.proname, pg_get_function_identity_arguments(p.oid), p.prokind,
               CASE WHEN p.prokind <> 'a' THEN pg_get_functiondef(p.oid) END,
               {_sorted_acl("coalesce(p.proacl, acldefault('f', p.proowner))")}, obj_description(p.oid, 'pg_proc')
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE {_OWN}""",
    "sequence": f"""
        SELECT n.nspname, c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle,
               (SELECT d.refobjid::regclass::text || '.' || a.attname FROM pg_depend d
                JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
                WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
                AND d.deptype IN ('a', 'i'))
        FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE {_OWN}""",
    "trigger": f"""
        SELECT n.nspname, c.relname, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE {_OWN} AND NOT t.tgisinternal""",
    "rule": f"""
        SELECT n.nspname, c.relname, r.rulename, pg_get_ruledef(r.oid)
        FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE {_OWN} AND r.rulename <> '_RETURN'""",
    "policy": """
        SELECT schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check FROM pg_policies""",
    "type": f"""
        SELECT n.nspname, t.typname, t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
               (SELECT array_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid),
               obj_description(t.oid, 'pg_type')
        FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE {_OWN} AND t.typtype IN ('e', 'd', 'r')""",
}

_STREAM_TABLES = """
    SELECT relation, schedule, refresh_mode, pg_get_viewdef(to_regclass('pgtrickle.query_' || id))
    FROM pgtrickle.stream_tables"""
_COLUMNS = f"""
    SELECT n.nspname || '.' || c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE {_OWN} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind = 'r'"""


class PostgresDatabase:
    """One database, used again and again."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def empty(self) -> None:
        self._connection.rollback()
        self._connection.execute("RESET ALL")
        self._connection.execute("SET client_min_messages = error")
        self._connection.execute(_EMPTY.encode())

    def run(self, sql: str) -> None:
        try:
            self._connection.execute(sql.encode())
        except psycopg.Error as error:
            raise Refused(f"{sql}\n{error}") from error

    def run_file(self, path: Path) -> None:
        """Run a script as people do, with psql; Refused where it ends with an error."""
        info = self._connection.info
        place = ("--host", info.host, "--username", info.user, "--dbname", info.dbname)
        command: list[str | Path] = [program("psql"), "--no-psqlrc", *place, "--file", path]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Refused(done.stderr)

    def catalogue(self) -> Catalogue:
        with self._connection.transaction():
            # Without a search path every name is printed with its schema.
            self._connection.execute("SET LOCAL search_path = ''")
            streams = {"stream table": _STREAM_TABLES} if self._has_stream_tables() else {}
            queries = (_QUERIES | streams).items()
            return frozenset(line for what, query in queries for line in as_lines(what, self._rows(query)))

    def columns(self) -> Columns:
        found: Columns = {}
        for table, column, type_name in self._rows(_COLUMNS):
            found.setdefault(table, {})[column] = type_name
        return found

    def rows(self, table: str, columns: Sequence[str]) -> list[tuple[str, ...]]:
        chosen = sql.SQL(", ").join(map(sql.Identifier, columns))
        query = sql.SQL("SELECT {} FROM {}").format(chosen, sql.Identifier(*table.split(".")))
        return sorted(tuple(map(str, row)) for row in self._connection.execute(query))

    def _has_stream_tables(self) -> bool:
        return self._rows("SELECT to_regclass('pgtrickle.stream_tables') IS NOT NULL") == [(True,)]

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(query.encode()).fetchall()


@pytest.fixture
def postgres(postgres_connection: Connection) -> PostgresDatabase:
    database = PostgresDatabase(postgres_connection)
    database.empty()
    return database
