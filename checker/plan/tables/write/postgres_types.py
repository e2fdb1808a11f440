"""PostgreSQL types: which are the same, which hold every value of another, which need a way through text."""

from __future__ import annotations

from typing import NamedTuple

from checker.plan.tables.phrase import Phrase

_SYNONYMS = {
    "int": "integer", "int4": "integer", "int8": "bigint", "int2": "smallint", "float": "double precision",
    "float8": "double precision", "float4": "real", "decimal": "numeric", "dec": "numeric", "bool": "boolean",
    "character varying": "varchar", "char varying": "varchar", "character": "char", "bpchar": "char",
    "timestamp without time zone": "timestamp", "timestamp with time zone": "timestamptz",
    "time without time zone": "time", "time with time zone": "timetz", "bit varying": "varbit",
}  # fmt: skip


class Type(NamedTuple):
    """A type without its spelling: `character varying(9)[]` is varchar, (9,), 1."""

    name: str
    sizes: tuple[int, ...] = ()
    arrays: int = 0


def postgres_type(phrase: Phrase) -> Type:
    """Read a type; what is not understood stays in its name, so that it equals only itself.

    >>> postgres_type(Phrase("\\x1f".join(["character", "varying", "(", "9", ")"])))
    Type(name='varchar', sizes=(9,), arrays=0)
    """
    parts = [part if part[:1] in ("'", '"') else part.lower() for part in phrase.parts]
    if parts[:2] == ["pg_catalog", "."]:
        parts = parts[2:]
    sizes: tuple[int, ...] = ()
    if "(" in parts and ")" in parts:
        opened, closed = parts.index("("), parts.index(")")
        inner = [part for part in parts[opened + 1 : closed] if part != ","]
        if all(part.isascii() and part.isdigit() and len(part) < 9 for part in inner):
            sizes = tuple(int(part) for part in inner)
            parts = [*parts[:opened], *parts[closed + 1 :]]
    arrays = parts.count("[")
    name = " ".join(part for part in parts if part not in ("[", "]"))
    return _whole(Type(_SYNONYMS.get(name, name), sizes, arrays))


def _whole(kind: Type) -> Type:
    """With the sizes that go without saying."""
    if kind.name in ("char", "bit") and not kind.sizes:
        return kind._replace(sizes=(1,))
    if kind.name == "numeric" and len(kind.sizes) == 1:
        return kind._replace(sizes=(*kind.sizes, 0))
    return kind


_DIGITS = {"smallint": 5, "integer": 10, "bigint": 19}
_WIDER = {
    "smallint": {"integer", "bigint", "real", "double precision"},
    "integer": {"bigint", "double precision"},
    "real": {"double precision"},
    "date": {"timestamp"},
    "json": set[str](),
}
_READABLE = frozenset(
    """smallint integer bigint numeric real boolean uuid date time timetz timestamp timestamptz varchar json jsonb
    inet cidr interval bytea""".split()
) | {"double precision"}
"""Types whose every value is the same again when it is read from its text."""


def holds_all(old: Type, new: Type) -> bool:
    """Whether the new type surely holds every value of the old one; doubt says no.

    >>> holds_all(Type("integer"), Type("bigint")), holds_all(Type("text"), Type("varchar", (9,)))
    (True, False)
    """
    if old.arrays or new.arrays:
        return old.arrays == new.arrays and holds_all(old._replace(arrays=0), new._replace(arrays=0))
    if new.name in ("text", "varchar") and not new.sizes:
        return old.name == "text" or old.name in _READABLE
    if new.name == "numeric":
        return _fits_numeric(old, new)
    if old.name == new.name:
        return _fits_size(old, new)
    return not old.sizes and not new.sizes and new.name in _WIDER.get(old.name, ())


def _fits_size(old: Type, new: Type) -> bool:
    if not new.sizes:
        return True
    return bool(old.sizes) and len(old.sizes) == len(new.sizes) and old.sizes <= new.sizes and old.name != "bit"


def _fits_numeric(old: Type, new: Type) -> bool:
    if not new.sizes:
        return old.name == "numeric" or old.name in _DIGITS
    whole, fraction = new.sizes[0] - new.sizes[1], new.sizes[1]
    if old.name in _DIGITS:
        return whole >= _DIGITS[old.name]
    if old.name != "numeric" or len(old.sizes) != 2:
        return False
    return fraction >= old.sizes[1] and whole >= old.sizes[0] - old.sizes[1]


_FAMILIES = (
    frozenset({"smallint", "integer", "bigint", "numeric", "real", "double precision"}),
    frozenset({"date", "timestamp", "timestamptz"}),
    frozenset({"json", "jsonb"}),
    frozenset({"integer", "boolean"}),
    frozenset({"inet", "cidr"}),
    frozenset({"bit", "varbit"}),
)
_TEXTS = frozenset({"text", "varchar", "char"})


def casts_directly(old: Type, new: Type) -> bool:
    """Whether PostgreSQL has a cast between the two; other values go through text."""
    if old.arrays != new.arrays:
        return False
    if old.name == new.name or old.name in _TEXTS or new.name in _TEXTS:
        return True
    return any(old.name in family and new.name in family for family in _FAMILIES)
