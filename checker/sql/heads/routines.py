"""Functions, triggers, policies, rules and sequences."""

from __future__ import annotations

from sqlglot import TokenType

from checker.sql.cursor import STRINGS, Cursor
from checker.sql.draft import Draft
from checker.sql.heads.common import guess_reads, mention_after, mention_calls
from checker.sql.heads.signature import read_signature
from checker.sql.nested import read_block, read_nested

_AGGREGATE_PARTS = (
    "SFUNC",
    "FINALFUNC",
    "COMBINEFUNC",
    "SERIALFUNC",
    "DESERIALFUNC",
    "MSFUNC",
    "MINVFUNC",
    "MFINALFUNC",
)


def read_operator(cursor: Cursor, draft: Draft) -> None:
    """CREATE OPERATOR + (FUNCTION = f, …)"""
    for word in ("FUNCTION", "PROCEDURE"):
        mention_after(cursor, draft, (word,), "use")


def read_function(cursor: Cursor, draft: Draft) -> None:
    """CREATE FUNCTION f(…) … LANGUAGE sql AS $$ … $$ | BEGIN ATOMIC … END | RETURN …

    Bodies in SQL are read, of plpgsql the tokens count and names are guessed, in other languages every
    character counts.
    """
    draft.label = read_signature(cursor)
    body = cursor.at
    for word in _AGGREGATE_PARTS:
        mention_after(cursor, draft, (word,), "use")
    atomic = cursor.find("BEGIN", "ATOMIC")
    if atomic >= 0:
        _read_atomic(cursor, draft, atomic + 2)
    elif cursor.find("RETURN") >= 0:
        guess_reads(cursor, draft)
    elif cursor.seek("AS") and not cursor.done and cursor.tokens[cursor.at].token_type in STRINGS:
        string = cursor.at
        language = _language(cursor, body)
        if language == "SQL":
            read_nested(draft, string, query=False)
        elif language == "PLPGSQL":
            read_block(draft, string)


def _language(cursor: Cursor, start: int) -> str:
    for at in range(start, len(cursor.tokens) - 1):
        if cursor.words[at] == "LANGUAGE":
            return cursor.tokens[at + 1].text.upper()
    return ""


def _read_atomic(cursor: Cursor, draft: Draft, start: int) -> None:
    end = len(cursor.tokens) - 1
    first = start
    for at in range(start, end + 1):
        if at == end or cursor.tokens[at].token_type is TokenType.SEMICOLON:
            if at > first:
                draft.queries.append((first, at))
            first = at + 1


def read_trigger(cursor: Cursor, draft: Draft) -> None:
    """CREATE TRIGGER g … ON t … EXECUTE FUNCTION f()"""
    read_on_table(cursor, draft)
    for words in (("EXECUTE", "FUNCTION"), ("EXECUTE", "PROCEDURE")):
        mention_after(cursor, draft, words, "use")


def read_on_table(cursor: Cursor, draft: Draft) -> None:
    """A name that is unique only on its table: `<name> on <table>` in the table's schema."""
    own, first, last = cursor.name()
    if cursor.accept("ON", "CLUSTER"):
        cursor.text()
    rule = draft.kind == "rule" and cursor.accept("AS", "ON")  # CREATE RULE r AS ON INSERT TO t DO …
    if not own or not (cursor.seek("TO") if rule else cursor.seek("ON") or cursor.seek("TO")):
        draft.fail(f"a {draft.kind} needs a name, ON and a table", len(cursor.tokens))
        return
    table, on, after = cursor.name()
    if not table:
        draft.fail("a table is missing", on)
        return
    draft.target(((*table[:-1], f"{own[-1]} on {table[-1]}"), first, last))
    draft.mention((table, on, after), "order")
    mention_calls(cursor, draft)
    guess_reads(cursor, draft, changes=rule)


def read_sequence(cursor: Cursor, draft: Draft) -> None:
    """CREATE SEQUENCE s … OWNED BY t.column"""
    if cursor.seek("OWNED", "BY"):
        parts, first, last = cursor.name()
        draft.mention((parts[:-1], first, last - 2), "order")
