"""Where the query of a stream table stands in the call that declares it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import Token

from checker.sql.cursor import STRINGS, Cursor
from checker.sql.dialect import Dialect
from checker.sql.heads.stream_calls import CALLS
from checker.sql.heads.streams import call_arguments


def query_argument(tokens: Sequence[Token], dialect: Dialect) -> Token | None:
    """The string that holds the query, in a statement with a single call that takes one."""
    cursor = Cursor(tokens, dialect)
    found: list[Token] = []
    while cursor.at < len(tokens):
        call = CALLS.get(tokens[cursor.at].text.lower())
        cursor.at += 1
        if call is None or cursor.word() != "(":
            continue
        first, last = call_arguments(cursor, call, *cursor.skip_group()).get("query", (0, 0))
        if last == first + 1 and tokens[first].token_type in STRINGS:
            found.append(tokens[first])
    return found[0] if len(found) == 1 else None
