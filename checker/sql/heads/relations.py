"""Views, tables, indexes and dictionaries."""

from __future__ import annotations

from checker.sql.cursor import STRINGS, Cursor, items
from checker.sql.draft import Draft
from checker.sql.functions import split_name
from checker.sql.heads.common import in_cluster, mention_after, mention_calls, mention_names
from checker.sql.heads.pipes import connections
from checker.sql.nested import read_nested
from checker.sql.statement import Action, Parts

_QUERY_STARTS = frozenset({"SELECT", "WITH", "(", "VALUES", "TABLE", "FROM"})
_TRAILERS: tuple[tuple[str, ...], ...] = (
    ("WITH", "DATA"),
    ("WITH", "NO", "DATA"),
    ("WITH", "CHECK", "OPTION"),
    ("WITH", "LOCAL", "CHECK", "OPTION"),
    ("WITH", "CASCADED", "CHECK", "OPTION"),
    ("WITH", "NO", "SCHEMA", "BINDING"),
    ("EMIT", "ON", "WINDOW", "CLOSE"),
)


def query_start(cursor: Cursor) -> int:
    """Where the query after AS starts, or -1."""
    here = cursor.at
    found = -1
    while cursor.seek("AS"):
        if cursor.word() in _QUERY_STARTS:
            found = cursor.at
            break
    cursor.at = here
    return found


def query_end(cursor: Cursor, start: int) -> int:
    """Where the query ends: clauses of the CREATE may follow it."""
    end = len(cursor.tokens)
    for words in _TRAILERS:
        if tuple(cursor.words[end - len(words) : end]) == words:
            return end - len(words)
    if (
        end - 2 > start
        and cursor.dialect.name == "clickhouse"
        and cursor.words[end - 2] == "COMMENT"
        and cursor.tokens[end - 1].token_type in STRINGS
    ):
        return end - 2
    return end


def read_view(cursor: Cursor, draft: Draft) -> None:
    """CREATE [MATERIALIZED] VIEW v [(…)] [IN CLUSTER c] [TO t] [REFRESH …] AS query"""
    start = query_start(cursor)
    if start < 0 and cursor.find("AS") >= 0:  # what follows is no query, and will be told so
        start = cursor.find("AS") + 1
    if start < 0:
        draft.fail(f"a {draft.kind} needs AS and a query", len(cursor.tokens))
        return
    in_cluster(cursor, draft, before=start)
    at = cursor.find("DEPENDS", "ON")
    if 0 <= at < start:
        cursor.at = at + 2
        mention_names(cursor, draft, "order")
    if cursor.dialect.name == "clickhouse":
        _read_target(cursor, draft, start)
        _read_own_engine(cursor, draft, start)
    draft.queries.append((start, query_end(cursor, start)))


def _read_target(cursor: Cursor, draft: Draft, before: int) -> None:
    cursor.at = 0
    at = cursor.find("TO")
    if 0 <= at < before:
        cursor.at = at + 1
        draft.mention(cursor.name(), "write")


def _read_own_engine(cursor: Cursor, draft: Draft, before: int) -> None:
    """A view that holds its rows itself says with which engine."""
    cursor.at = 0
    if 0 <= cursor.find("ENGINE") < before:
        cursor.seek("ENGINE")
        cursor.accept("=")
        draft.options["engine"] = cursor.text()


def read_table(cursor: Cursor, draft: Draft) -> None:
    """CREATE TABLE t (…) …, FROM SOURCE s …, AS other, AS query, PARTITION OF parent …"""
    if cursor.seek("FROM", "SOURCE"):
        draft.kind = "table from source"
        draft.mention(cursor.name(), "read")
        connections(cursor, draft)
        return
    if cursor.seek("FROM", "WEBHOOK"):
        connections(cursor, draft)
        return
    mention_after(cursor, draft, ("REFERENCES",), "order")
    mention_after(cursor, draft, ("PARTITION", "OF"), "order")
    _like_and_inherits(cursor, draft)
    if cursor.dialect.name == "clickhouse":
        _read_clickhouse_table(cursor, draft)
    _check_columns(cursor, draft)
    draft.whole = cursor.find("PARTITION", "OF") < 0


def _like_and_inherits(cursor: Cursor, draft: Draft) -> None:
    here = cursor.at
    for at in range(here, len(cursor.tokens)):
        if cursor.words[at] == "LIKE" and cursor.words[at - 1] in ("(", ","):
            cursor.at = at + 1
            draft.mention(cursor.name(), "order")
    cursor.at = here
    if cursor.seek("INHERITS") and cursor.accept("("):
        mention_names(cursor, draft, "order")
    cursor.at = here


def _check_columns(cursor: Cursor, draft: Draft) -> None:
    """sqlglot does not read every vendor's columns, so what is plainly wrong is found here."""
    here = cursor.at
    if cursor.word() == "(":
        start, end = cursor.skip_group()
        ranges = items(cursor, start, end)
        empty = next((first for first, last in ranges if first == last), None)
        if empty is not None:
            draft.fail("a column is missing here", empty)
        elif end > start and cursor.words[end - 1] == ",":
            draft.fail("a column is missing after this comma", end - 1)
    cursor.at = here


def _read_clickhouse_table(cursor: Cursor, draft: Draft) -> None:
    here = cursor.at
    if (cursor.accept("CLONE", "AS") or cursor.seek("AS")) and cursor.word() not in _QUERY_STARTS:
        name = cursor.name()
        if cursor.word() != "(":  # not a table function
            draft.mention(name, "read")
    cursor.at = here
    if cursor.seek("ENGINE"):
        cursor.accept("=")
        engine = draft.options["engine"] = cursor.text()
        if cursor.word() == "(":
            start, end = cursor.skip_group()
            _read_engine(cursor, draft, engine, items(cursor, start, end))
    cursor.at = here


def _read_engine(cursor: Cursor, draft: Draft, engine: str, arguments: list[tuple[int, int]]) -> None:
    """Engines that point at other tables."""
    texts = [_argument(cursor, *argument) for argument in arguments]
    if engine == "Distributed" and len(texts) >= 3:
        draft.mention_text(_qualified(texts[1], texts[2]), "read")
    elif engine == "Buffer" and len(texts) >= 2:
        draft.mention_text(_qualified(texts[0], texts[1]), "read")
    elif engine == "Merge" and len(texts) >= 2:
        database = "" if texts[0].startswith("currentDatabase") else texts[0]
        draft.mention_text((database, texts[1]), "match")
    elif engine == "Dictionary" and texts:
        draft.mention_text(split_name(texts[0], cursor.dialect), "read")


def _qualified(database: str, table: str) -> Parts:
    """currentDatabase() and an empty database mean the default one."""
    return (table,) if not database or database.startswith("currentDatabase") else (database, table)


def _argument(cursor: Cursor, first: int, last: int) -> str:
    """An argument's text: a string's content, or what is written."""
    if last - first == 1:
        return cursor.tokens[first].text
    return "".join(
        f"'{token.text}'" if token.token_type in STRINGS else token.text for token in cursor.tokens[first:last]
    )


def read_index(cursor: Cursor, draft: Draft) -> None:
    """CREATE [UNIQUE | DEFAULT] INDEX [CONCURRENTLY] [name] [IN CLUSTER c] ON [ONLY] object …"""
    draft.action = Action.INDEX
    cursor.accept("CONCURRENTLY")
    draft.if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    if cursor.word() not in ("ON", "IN"):
        draft.label = cursor.text()
    on = cursor.find("ON")
    if on < 0:
        draft.fail("an index needs ON and the object it stands on", len(cursor.tokens))
        return
    in_cluster(cursor, draft)
    cursor.at = on + 1
    cursor.accept("ONLY")
    draft.target(cursor.name())
    if cursor.dialect.psql:
        mention_calls(cursor, draft)


def read_dictionary(cursor: Cursor, draft: Draft) -> None:
    """CREATE DICTIONARY d (…) PRIMARY KEY … SOURCE(CLICKHOUSE(TABLE 't' DB 'x' | QUERY '…')) …"""
    if not cursor.seek("SOURCE", "(") or not cursor.accept("CLICKHOUSE", "("):
        return
    settings: dict[str, int] = {}
    while not cursor.done and cursor.word() != ")":
        key, value = cursor.word(), cursor.at + 1
        cursor.at += 1
        if cursor.word() in ("(", "["):
            cursor.skip_group()
        else:
            cursor.at += 1
        if value < len(cursor.tokens):
            settings[key] = value
    if "QUERY" in settings:
        read_nested(draft, settings["QUERY"], query=True)
    elif "TABLE" in settings:
        table = cursor.tokens[settings["TABLE"]].text
        database = cursor.tokens[settings["DB"]].text if "DB" in settings else ""
        name = split_name(table, cursor.dialect)
        draft.mention_text((database, *name) if database else name, "read")
