"""ClickHouse types: which are the same, which hold every value of another, which cannot be cast."""

from __future__ import annotations

import re
from itertools import groupby

from checker.plan.tables.phrase import Phrase

_ALIASES = {
    "tinyint": "int8", "int1": "int8", "smallint": "int16", "int": "int32", "integer": "int32", "bigint": "int64",
    "float": "float32", "real": "float32", "double": "float64", "text": "string", "varchar": "string",
    "char": "string", "blob": "string", "boolean": "bool", "timestamp": "datetime", "dec": "decimal",
    "numeric": "decimal",
}  # fmt: skip
_BITS = ("8", "16", "32", "64", "128", "256")
_SIZES = {"int": _BITS, "uint": _BITS, "float": ("32", "64")}
_ORDERED = {f"{name}{size}": (name, at) for name, sizes in _SIZES.items() for at, size in enumerate(sizes)}
_NUMBERS = frozenset({*_ORDERED, "bool", "decimal", "decimal32", "decimal64", "decimal128", "decimal256"})
_TIMES = frozenset({"date", "date32", "datetime", "datetime64"})
_TEXTS = frozenset({"string", "fixedstring"})
_ENUMS = frozenset({"enum", "enum8", "enum16"})
_WRAPPERS = ("lowcardinality", "nullable")
_WRITTEN_OUT = frozenset({"bool", "uuid", "date", "date32", "datetime", "ipv4", "ipv6"})
"""Types whose every value is a text of its own."""
_KNOWN = _NUMBERS | _TIMES | _TEXTS | _ENUMS | {*_WRAPPERS, "array", "tuple", "map", "nested", "uuid", "ipv4", "ipv6"}

Parts = tuple[str, ...]


def clickhouse_type(phrase: Phrase) -> Parts:
    """The tokens of a type, without its aliases: INT is Int32. Names of a tuple's elements keep their case."""
    return tuple(_plain(part) for part in phrase.parts)


def _plain(part: str) -> str:
    lower = _ALIASES.get(part.lower(), part.lower())
    return lower if lower in _KNOWN else part


def _inside(kind: Parts, wrapper: str) -> Parts | None:
    return kind[2:-1] if kind[:2] == (wrapper, "(") and kind[-1] == ")" else None


def _unwrapped(kind: Parts) -> Parts:
    for wrapper in _WRAPPERS:
        inner = _inside(kind, wrapper)
        kind = kind if inner is None else inner
    return kind


def is_nullable(kind: Parts) -> bool:
    inner = _inside(kind, "lowcardinality")
    return (kind if inner is None else inner)[:1] == ("nullable",)


def is_nested(kind: Parts) -> bool:
    """A Nested column is kept as several columns, which are altered one by one."""
    return kind[:1] == ("nested",)


def holds_all(old: Parts, new: Parts) -> bool:
    """Whether the new type surely holds every value of the old one; doubt says no.

    >>> holds_all(("uint8",), ("nullable", "(", "uint16", ")")), holds_all(("int64",), ("int32",))
    (True, False)
    """
    if is_nullable(old) and not is_nullable(new):
        return False
    old, new = _unwrapped(old), _unwrapped(new)
    items = _inside(old, "array"), _inside(new, "array")
    if items[0] is not None and items[1] is not None:
        return holds_all(items[0], items[1])
    if old == new:
        return True
    if new == ("string",):
        return old[0] in _ORDERED or old[0] in _ENUMS or old[0] in _WRITTEN_OUT
    if old[0] in _ENUMS and new[0] in _ENUMS:
        return bool(labels := _labels(old)) and labels.items() <= _labels(new).items()
    if old[0] == new[0] == "decimal":
        return _fits_decimal(_sizes(old), _sizes(new))
    if len(old) == len(new) == 1 and old[0] in _ORDERED and new[0] in _ORDERED:
        (old_kind, old_size), (new_kind, new_size) = _ORDERED[old[0]], _ORDERED[new[0]]
        return old_size < new_size and (old_kind == new_kind or (old_kind, new_kind) == ("uint", "int"))
    return False


def _labels(kind: Parts) -> dict[str, int]:
    """The values of an enum by their labels; nothing where they are not understood.

    >>> _labels(("enum8", "(", "'a'", "=", "5", ",", "'b'", ")"))
    {"'a'": 5, "'b'": 6}
    """
    found: dict[str, int] = {}
    value = 0
    for label, *stated in _arguments(kind):
        number = re.fullmatch(r"=(-?\d{1,5})", "".join(stated), re.ASCII)
        if stated and not number:
            return {}
        value = int(number[1]) if number else value + 1
        found[label] = value
    return found


def _sizes(kind: Parts) -> tuple[int, ...]:
    sizes = ["".join(size) for size in _arguments(kind)]
    return tuple(int(size) for size in sizes if re.fullmatch(r"\d{1,5}", size, re.ASCII))


def _fits_decimal(old: tuple[int, ...], new: tuple[int, ...]) -> bool:
    if len(old) != 2 or len(new) != 2:
        return False
    return old[1] <= new[1] and old[0] - old[1] <= new[0] - new[1]


def _arguments(kind: Parts) -> list[Parts]:
    """What stands between the commas of `name(…)`."""
    inner = _inside(kind, kind[0]) or ()
    return [tuple(part) for is_comma, part in groupby(inner, ",".__eq__) if not is_comma]


def casts(old: Parts, new: Parts) -> bool:
    """Whether ClickHouse converts one into the other at all; doubt says no."""
    one, other = _unwrapped(old)[:1], _unwrapped(new)[:1]
    if one == other:
        return True
    if not one or not other:
        return False
    pair = {one[0], other[0]}
    if pair & _TEXTS:
        return pair <= _NUMBERS | _TIMES | _TEXTS | _ENUMS | {"uuid", "ipv4", "ipv6"}
    return pair <= _NUMBERS or pair <= _TIMES or pair <= _ENUMS
