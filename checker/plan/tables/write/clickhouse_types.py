"""ClickHouse types: which are the same, and which hold every value of another."""

from __future__ import annotations

from checker.plan.tables.phrase import Phrase

_ALIASES = {
    "tinyint": "Int8", "int1": "Int8", "smallint": "Int16", "int": "Int32", "integer": "Int32", "bigint": "Int64",
    "float": "Float32", "real": "Float32", "double": "Float64", "text": "String", "varchar": "String",
    "char": "String", "blob": "String", "bool": "Bool", "boolean": "Bool", "timestamp": "DateTime",
    "datetime": "DateTime", "date": "Date", "dec": "Decimal", "numeric": "Decimal", "decimal": "Decimal",
}  # fmt: skip

Parts = tuple[str, ...]


def clickhouse_type(phrase: Phrase) -> Parts:
    """The tokens of a type, without its aliases: INT is Int32."""
    return tuple(_ALIASES.get(part.lower(), part) for part in phrase.parts)


def _inside(kind: Parts, wrapper: str) -> Parts | None:
    return kind[2:-1] if kind[:2] == (wrapper, "(") and kind[-1] == ")" else None


def is_nullable(kind: Parts) -> bool:
    inner = _inside(kind, "LowCardinality")
    return (inner if inner is not None else kind)[:1] == ("Nullable",)


def is_nested(kind: Parts) -> bool:
    """A Nested column is kept as several columns, which are altered one by one."""
    return kind[:1] == ("Nested",)


_INTEGERS = ("8", "16", "32", "64", "128", "256")
_SIZES = {"Int": _INTEGERS, "UInt": _INTEGERS, "Float": ("32", "64")}
_ORDERED = {f"{name}{size}": (name, at) for name, sizes in _SIZES.items() for at, size in enumerate(sizes)}
_READABLE = frozenset({*_ORDERED, "Bool", "UUID", "Date", "Date32", "DateTime", "FixedString", "IPv4", "IPv6"})


def holds_all(old: Parts, new: Parts) -> bool:
    """Whether the new type surely holds every value of the old one; doubt says no.

    >>> holds_all(("UInt8",), ("Nullable", "(", "UInt16", ")")), holds_all(("Int64",), ("Int32",))
    (True, False)
    """
    for wrapper in ("LowCardinality", "Nullable"):
        inner_new, inner_old = _inside(new, wrapper), _inside(old, wrapper)
        if inner_old is not None and inner_new is None and wrapper == "Nullable":
            return False
        new = inner_new if inner_new is not None else new
        old = inner_old if inner_old is not None else old
    if old == new:
        return True
    if new == ("String",):
        return old[:1] != () and old[0] in _READABLE
    if len(old) == len(new) == 1 and old[0] in _ORDERED and new[0] in _ORDERED:
        (old_kind, old_size), (new_kind, new_size) = _ORDERED[old[0]], _ORDERED[new[0]]
        return old_size < new_size and (old_kind == new_kind or (old_kind, new_kind) == ("UInt", "Int"))
    return False
