"""GRANT, COMMENT, EXECUTE UNIT TEST and SET: what is said about objects."""

from __future__ import annotations

from checker.sql.cursor import Cursor
from checker.sql.draft import Draft
from checker.sql.heads.common import target_names
from checker.sql.heads.create import read_kind
from checker.sql.heads.routines import read_on_table
from checker.sql.kinds import ON_TABLE_KINDS
from checker.sql.statement import PATH_SEPARATOR, Action

_ON_RELATION = "table"


def read_grant(cursor: Cursor, draft: Draft) -> None:
    """GRANT … ON [KIND] name, … TO …, or GRANT role, … TO …"""
    draft.kind, draft.action, draft.target_kind = "grant", Action.GRANT, _ON_RELATION
    if cursor.find("ON") < 0:
        _read_granted_roles(cursor, draft)
        return
    cursor.seek("ON")
    if cursor.dialect.name == "clickhouse":
        if cursor.accept("CLUSTER"):  # GRANT ON CLUSTER c SELECT ON t
            draft.cluster = cursor.text()
            cursor.seek("ON")
        if cursor.word(1) == "." and cursor.word(2) == "*" and cursor.word() != "*":
            cursor.tokens, draft.target_kind = cursor.tokens[: cursor.at + 1], "database"
            draft.target(cursor.name())
            return
    if cursor.word() in ("ALL", "SYSTEM", "*"):
        return
    draft.target_kind = _kind_if_named(cursor)
    target_names(cursor, draft)


def _read_granted_roles(cursor: Cursor, draft: Draft) -> None:
    """GRANT role, … TO …; ClickHouse also grants privileges that stand on nothing."""
    end = max(cursor.find("TO"), cursor.find("FROM"))
    names = [word for word in cursor.words[cursor.at : end] if word != ","]
    if end > cursor.at and len(names) == len(cursor.tokens[cursor.at : end : 2]):
        draft.target_kind = "role"
        target_names(cursor, draft)


def _kind_if_named(cursor: Cursor) -> str:
    """A kind, unless the word is itself the object's name (ON source TO …)."""
    here = cursor.at
    kind = read_kind(cursor)
    if kind and cursor.word() not in ("TO", "FROM", ",", ".", "IS", ""):
        return kind
    if kind and cursor.done is False and not cursor.word():  # a quoted name follows
        return kind
    cursor.at = here
    return _ON_RELATION


def read_comment(cursor: Cursor, draft: Draft) -> None:
    """COMMENT ON KIND name IS …"""
    draft.kind, draft.action = "comment", Action.COMMENT
    if not cursor.accept("ON"):
        draft.fail("COMMENT needs ON", cursor.at)
        return
    if cursor.accept("COLUMN"):
        draft.target_kind = _ON_RELATION
        draft.target(cursor.name(), drop_last=True)
        return
    if cursor.accept("CONSTRAINT"):
        draft.target_kind = _ON_RELATION
        if cursor.seek("ON"):
            cursor.accept("DOMAIN")
            draft.target(cursor.name())
        return
    draft.target_kind = read_kind(cursor) or _ON_RELATION
    if draft.target_kind in ON_TABLE_KINDS:
        kind, draft.kind = draft.kind, draft.target_kind
        read_on_table(cursor, draft)
        draft.kind = kind
        draft.mentions.clear()
    else:
        draft.target(cursor.name())


def read_execute(cursor: Cursor, draft: Draft) -> None:
    """Materialize: EXECUTE UNIT TEST name FOR object …"""
    if not cursor.accept("UNIT", "TEST"):
        return
    draft.kind, draft.action, draft.target_kind = "unit test", Action.TEST, _ON_RELATION
    draft.label = cursor.text()
    if cursor.accept("FOR"):
        draft.target(cursor.name())
    else:
        draft.fail("a unit test needs FOR and an object", cursor.at)


_SCOPES = frozenset({"SEARCH_PATH", "SCHEMA", "DATABASE"})
_NO_SCHEMA = frozenset({"", "$user", "pg_catalog", "default"})


def read_set(cursor: Cursor, draft: Draft) -> None:
    """SET api = stable marks a schema; SET search_path, SET schema and USE move unqualified names."""
    if cursor.words[cursor.at - 1] == "USE":
        cursor.accept("DATABASE")
        draft.options["scope"] = cursor.text()
        return
    for word in ("SESSION", "LOCAL"):
        cursor.accept(word)
    setting = cursor.word()
    cursor.at += 1
    if not (cursor.accept("=") or cursor.accept("TO")):
        cursor.at -= setting == "SCHEMA"
        if setting != "SCHEMA":
            return
        cursor.at += 1
    if setting == "API":
        draft.kind, draft.action = "schema", Action.OPTION
        draft.options["api"] = cursor.text().lower()
    elif setting in _SCOPES:
        _read_scope(cursor, draft, "database" if setting == "DATABASE" else "scope")


def _read_scope(cursor: Cursor, draft: Draft, option: str) -> None:
    """The first schema is where objects are made; all of them are where names are looked up."""
    schemas: list[str] = []
    while not cursor.done:
        schema = cursor.text()
        if schema not in _NO_SCHEMA and schema not in schemas:
            schemas.append(schema)
        if not cursor.accept(","):
            cursor.at += 1
    if schemas:
        draft.options[option] = schemas[0]
    if schemas[1:] and option == "scope":
        draft.options["search_path"] = PATH_SEPARATOR.join(schemas[1:])
