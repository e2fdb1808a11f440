"""Identifiers as each dialect quotes them."""

from __future__ import annotations

import re

from checker.sql.cursor import Cursor
from checker.sql.dialect import Dialect
from checker.sql.lexing import tokenise

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")
_BARE = frozenset({"postgres", "materialize"})
"""Dialects whose reserved words are these, so that other names go without quotes."""
RESERVED = frozenset(
    """all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both
    case cast char character check coalesce collate collation column concurrently constraint create cross
    current_catalog current_date current_role current_schema current_time current_timestamp current_user dec
    decimal default deferrable desc distinct do else end except exists extract false fetch float for foreign
    freeze from full grant greatest group grouping having ilike in initially inner inout int integer intersect
    interval into is isnull join lateral leading least left like limit localtime localtimestamp national natural
    nchar none normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay
    placing position precision primary real references returning right row select session_user setof similar
    smallint some substring symmetric system_user table tablesample then time timestamp to trailing treat trim
    true union unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat
    xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable year month day hour
    minute second index key projection after first""".split()
)


def quote(name: str, dialect: Dialect) -> str:
    """A name as SQL writes it, in quotes unless it is surely the same without.

    >>> from checker.sql.dialect import get_dialect
    >>> quote("user", get_dialect("postgres")), quote("a`b", get_dialect("clickhouse"))
    ('"user"', '`a\\\\`b`')
    """
    if dialect.name in _BARE and _PLAIN.fullmatch(name) and name not in RESERVED:
        return name
    if dialect.name == "clickhouse":
        escaped = name.replace("\\", "\\\\").replace("`", "\\`")
        return f"`{escaped}`"
    opening, closing = dialect.sqlglot.IDENTIFIER_START, dialect.sqlglot.IDENTIFIER_END
    return opening + name.replace(closing, closing * 2) + closing


def quote_all(names: tuple[str, ...], dialect: Dialect) -> str:
    """`a, "b c"`"""
    return ", ".join(quote(name, dialect) for name in names)


def literal(text: str) -> str:
    """A string literal for a text without control over what is in it."""
    return "'" + text.replace("'", "''") + "'"


def beside(table: str, name: str, dialect: Dialect) -> str:
    """The name of something in the same schema as the table: its index, its sequence.

    >>> from checker.sql.dialect import get_dialect
    >>> beside('shop."Orders"', "orders_idx", get_dialect("postgres"))
    'shop.orders_idx'
    """
    tokens, _ = tokenise(table, dialect)
    _, _, last = Cursor(tokens, dialect).name()
    prefix = table[: tokens[last - 1].start] if last else ""
    return prefix + quote(name, dialect)
