"""How a name is written in the canonical form: where its quotes say nothing, and where its case counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sqlglot import Token, TokenType

from checker.sql.cursor import Cursor, is_word, items
from checker.sql.dialect import Dialect

# Words that ClickHouse reads in any case and sqlglot does not know as keywords.
SOFT_KEYWORDS = frozenset(
    """add admin after alias all and any append apply array as asc asof attach backup between both by case cast
    clear cluster codec collate column columns comment constraint create cross data database databases day days
    deduplicate default definer delay depends desc descending detach dictionary disk distinct drop else empty
    end engine ephemeral every except exchange exists explain expression extended extract fetch fill filter
    final first flat for format freeze from full function global grant grantees granularity group having
    hierarchical host hour hours id identified if ilike in index inherit injective inner input insert interval
    into invoker is is_object_id join key keyed kill last layout leading left lifetime lightweight like limit
    live local materialized max memory merges min minute minutes mode modify month months move mutation no none
    not null nulls of offset on only optimize option or order outer over override partition permissive policy
    populate prewhere primary profile projection quarter quota randomize range readonly refresh remove rename
    replace replica replicated reset restrict restrictive right role row rows sample second seconds security
    select semi set settings show source sql start statistics step storage substring sync system table tables
    temporary then ties timestamp to top totals trailing trim truncate ttl type undrop unfreeze union unique
    update use user using uuid value values view volume watch week weeks when where window with year years
    materialize""".split()
)

_NO_NAMES = frozenset(
    """user current_user session_user system_user current_role current_catalog current_schema current_database
    current_date current_time current_timestamp localtime localtimestamp sysdate systimestamp utc_date utc_time
    utc_timestamp rownum default null true false unknown coalesce nullif greatest least""".split()
)
"""Words that mean something else without quotes: functions called without parentheses, and values."""


def is_no_name(text: str, dialect: Dialect) -> bool:
    """Whether the bare word is such a function or value; ClickHouse has `user()`, but `user` is a column."""
    return text.lower() in _NO_NAMES and not (dialect.name == "clickhouse" and text.lower() == "user")


_PLAIN = re.compile(r"[^\W\d][\w$]*")


def spell_name(text: str, dialect: Dialect) -> str:
    """A name, in quotes unless the bare word could be nothing but the same name."""
    if _PLAIN.fullmatch(text) is None or is_no_name(text, dialect):
        return f'"{text}"'
    return f'"{text}"' if text.upper() in dialect.sqlglot.tokenizer_class.KEYWORDS else text


_UNITS = frozenset({"year", "month", "day", "hour", "minute", "second"})


def is_unit(text: str, before: Token | None) -> bool:
    """`INTERVAL '1' day`; in quotes it would be an alias."""
    return text.lower() in _UNITS and before is not None and before.token_type is TokenType.STRING


def surely_names(tokens: Sequence[Token], dialect: Dialect) -> set[int]:
    """Offsets of the words that can only be names, whatever they look like."""
    found: set[int] = set()
    for at, token in enumerate(tokens):
        if token.token_type is TokenType.DOT:
            found |= {one.start for one in (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2]) if is_word(one)}
    if tokens:
        cursor = Cursor(tokens, dialect)
        places = [*_changed_columns(cursor), *_defined_columns(cursor)]
        if dialect.case == "exact":  # PostgreSQL has types after AS, and its "char" is not char
            places += _aliases(cursor)
        found |= {tokens[at].start for at in places if at < len(tokens) and is_word(tokens[at])}
    return found


_NO_ALIASES = frozenset(
    "SELECT WITH FROM VALUES EXPLAIN SHOW MATERIALIZED NOT PERMISSIVE RESTRICTIVE REPLICATED TABLE".split()
)


def _aliases(cursor: Cursor) -> Iterator[int]:
    """`expression AS Key`, but not `CAST(x AS Date)`."""
    opened: list[bool] = []
    for at, word in enumerate(cursor.words):
        if word == "(":
            opened.append(at > 0 and cursor.words[at - 1].endswith("CAST"))
        elif word == ")" and opened:
            opened.pop()
        elif word == "AS" and not (opened and opened[-1]):
            after = cursor.words[at + 1 : at + 3]
            if after and after[0] not in _NO_ALIASES and after[1:] != ["("]:
                yield at + 1


_CHANGES = frozenset({"ADD", "DROP", "MODIFY", "RENAME", "CLEAR", "COMMENT", "ALTER", "MATERIALIZE"})
_LONGEST_NAME = 8
_PARTS = frozenset({"COLUMN", "INDEX", "PROJECTION", "CONSTRAINT"})


def _changed_columns(cursor: Cursor) -> Iterator[int]:
    """ALTER TABLE t ADD COLUMN [IF NOT EXISTS] Key … AFTER Other, RENAME COLUMN Key TO Other"""
    words = cursor.words
    if words[0] != "ALTER":
        return
    for at in range(2, len(words)):
        if words[at - 1] in _CHANGES and words[at] in _PARTS:
            cursor.at = at + 1
            if not cursor.accept("IF", "NOT", "EXISTS"):
                cursor.accept("IF", "EXISTS")
            yield cursor.at
            if words[at - 1] == "RENAME" and "TO" in words[cursor.at : cursor.at + _LONGEST_NAME]:
                yield words.index("TO", cursor.at) + 1
        elif words[at - 1] == "AFTER" and words[at + 1 : at + 2] in ([], [","]):
            yield at


_WITH_COLUMNS = frozenset({"TABLE", "DICTIONARY", "VIEW"})
_NO_COLUMNS = frozenset({"AS", "ENGINE", "=", "SOURCE", "SELECT", "COMMENT"})
_NAMED_PARTS = frozenset({"INDEX", "CONSTRAINT", "PROJECTION"})
_KEYS = frozenset({"PRIMARY", "PRIMARY KEY", "FOREIGN", "FOREIGN KEY"})


def _defined_columns(cursor: Cursor) -> Iterator[int]:
    """CREATE TABLE t (Key UInt64, INDEX Value …)"""
    words = cursor.words
    opened = words.index("(") if "(" in words else 0
    head = words[:opened]
    if head[:1] not in (["CREATE"], ["ATTACH"], ["REPLACE"]) or not _WITH_COLUMNS.intersection(head[:6]):
        return
    if _NO_COLUMNS.intersection(head):
        return
    cursor.at = opened
    for first, _ in items(cursor, *cursor.skip_group()):
        if words[first] in _NAMED_PARTS:
            yield first + 1
        elif words[first] not in _KEYS:
            yield first
