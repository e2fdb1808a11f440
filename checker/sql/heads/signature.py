"""A routine's signature: the types of its arguments, which tell overloads apart."""

from __future__ import annotations

import re

from sqlglot import TokenType

from checker.sql.cursor import Cursor, items

_MODES = frozenset({"IN", "INOUT", "VARIADIC"})
_DEFAULTS = frozenset({"DEFAULT", "=", ":="})
_CONTINUED = {
    "double": ("precision",),
    "character": ("varying",),
    "char": ("varying",),
    "nchar": ("varying",),
    "bit": ("varying",),
    "national": ("character", "char"),
    "timestamp": ("with", "without"),
    "time": ("with", "without"),
    "interval": ("year", "month", "day", "hour", "minute", "second"),
}
"""Types of several words: what may follow their first word."""
_SUFFIXES = frozenset({"array"})

_ALIASES = {
    "integer": "int", "int4": "int", "int8": "bigint", "int2": "smallint", "bool": "boolean", "decimal": "numeric",
    "float8": "double precision", "float": "double precision", "float4": "real", "varchar": "character varying",
    "char": "character", "timestamptz": "timestamp with time zone", "timetz": "time with time zone",
    "char varying": "character varying", "varbit": "bit varying",
}  # fmt: skip
_ALIAS = re.compile(r"(?P<type>[a-z0-9 ]+)(?P<rest>\W.*)?", re.DOTALL)


def read_signature(cursor: Cursor) -> str:
    """Step over the arguments, if they come next: `()` where there are none, nothing where no list is given.

    >>> from checker.sql.dialect import get_dialect
    >>> postgres = get_dialect("postgres")
    >>> tokens = postgres.tokenizer.tokenize("(IN a integer = 1, OUT b text, double precision, c varchar(10)[])")
    >>> read_signature(Cursor(tokens, postgres))
    'int, double precision, character varying(10)[]'
    """
    if cursor.word() != "(":
        return ""
    start, end = cursor.skip_group()
    types = [_type(_words(cursor, first, last)) for first, last in items(cursor, start, end)]
    return ", ".join(one for one in types if one) or "()"


def _words(cursor: Cursor, first: int, last: int) -> list[str]:
    """An argument word by word, without its default and its mode; nothing for one that only goes out."""
    words: list[str] = []
    for at in range(first, last):
        token, word = cursor.tokens[at], cursor.words[at]
        if word in _DEFAULTS:
            break
        if word == "OUT" and at - first < 2 and at + 1 < last:
            return []
        if word in _MODES and at - first < 2 and at + 1 < last:
            continue
        if token.token_type is TokenType.IDENTIFIER:
            plain = token.text.isidentifier() and token.text.islower() and token.text not in _ALIASES  # "char"
            words.append(token.text if plain else f'"{token.text}"')
        else:
            words += token.text.lower().split()
    return words


def _type(words: list[str]) -> str:
    """Without the argument's name: a type is one word, or a known pair, or has a sign behind it."""
    if len(words) > 1 and _is_name(words[1]) and words[1] not in (*_CONTINUED.get(words[0], ()), *_SUFFIXES):
        words = words[1:]
    text = ""
    for word in words:
        text += f" {word}" if text and _is_name(word) and (_is_name(text[-1]) or text[-1] in ")]") else word
    text = text.removeprefix("pg_catalog.").replace(" without time zone", "")
    found = _ALIAS.fullmatch(text)
    if found is None:
        return text
    return _ALIASES.get(found["type"], found["type"]) + (found["rest"] or "")


def _is_name(word: str) -> bool:
    return word[0].isalnum() or word[0] in '_"'
