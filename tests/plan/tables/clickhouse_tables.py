"""Random ClickHouse tables, as people write them."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

NAMES = ("b", "c", "`Order`", "`from`", "`a b`")
_TYPES = {
    "UInt8": ("1", "2 + 3"),
    "Int32": ("-1", "/* seven */ 7"),
    "UInt64": ("0", "toUInt64(5)"),
    "Float64": ("0.5",),
    "String": ("'x'", "concat('a', 'b')", "'it''s' -- a comment; with a semicolon\n"),
    "LowCardinality(String)": ("'y'",),
    "Nullable(String)": ("NULL", "'z'"),
    "Nullable(Int64)": ("NULL",),
    "Date": ("today()", "'2024-01-01'"),
    "DateTime": ("now()",),
    "Array(UInt8)": ("[1, 2]",),
    "Enum8('1' = 1, '2' = 2)": ("'1'",),
}
_NUMBERS = frozenset({"UInt8", "Int32", "UInt64", "Float64"})
_TEXTS = frozenset({"String", "LowCardinality(String)", "Nullable(String)"})


@dataclass(frozen=True)
class Column:
    name: str
    kind: str
    sql: str
    value: str = ""
    """DEFAULT, MATERIALIZED, ALIAS, EPHEMERAL or nothing."""

    @property
    def bare(self) -> str:
        return self.name.strip("`")


@dataclass(frozen=True)
class Table:
    columns: tuple[Column, ...]
    statements: tuple[str, ...]


@st.composite
def _columns(draw: st.DrawFn, name: str, before: list[Column]) -> Column:
    kind = draw(st.sampled_from(sorted(_TYPES)))
    clauses = []
    value = draw(st.sampled_from(("", "", "", "DEFAULT", "DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL")))
    if value:
        expressions = list(_TYPES[kind])
        usable = [one for one in before if one.value not in ("ALIAS", "EPHEMERAL")]
        if kind == "String":
            expressions += [f"toString({one.name})" for one in usable]
        if kind in ("UInt64", "Float64"):
            expressions += [f"{one.name} * 2" for one in usable if one.kind in _NUMBERS]
        clauses.append(f"{value} {draw(st.sampled_from(expressions))}")
    stored = value not in ("ALIAS", "EPHEMERAL")
    if draw(st.integers(0, 3)) == 0:
        clauses.append(draw(st.sampled_from(("COMMENT 'one'", "COMMENT 'it\\'s; two'"))))
    if stored and draw(st.integers(0, 3)) == 0:
        clauses.append(draw(st.sampled_from(("CODEC(ZSTD(3))", "CODEC(LZ4)"))))
    if stored and draw(st.integers(0, 4)) == 0:
        clauses.append(draw(st.sampled_from(("TTL d + INTERVAL 9 YEAR", "TTL d + toIntervalYear(8)"))))
    return Column(name, kind, f"{name} {kind} " + " ".join(clauses), value)


@st.composite
def _parts(draw: st.DrawFn, columns: list[Column]) -> list[str]:
    stored = [one for one in columns if one.value not in ("ALIAS", "EPHEMERAL")]
    found = []
    for name in draw(st.lists(st.sampled_from(("i", "`I 2`")), max_size=2, unique=True)):
        of = draw(st.sampled_from(["k", *(one.name for one in stored if not one.kind.startswith("Array"))]))
        kind = draw(st.sampled_from(("minmax", "set(100)")))
        found.append(f"INDEX {name} {of} TYPE {kind} GRANULARITY {draw(st.integers(1, 2))}")
    if draw(st.integers(0, 2)) == 0:
        of = draw(st.sampled_from(["k", *(one.name for one in stored)]))
        found.append(
            f"PROJECTION p (SELECT k, {of} ORDER BY {of})" if of != "k" else "PROJECTION p (SELECT count() GROUP BY k)"
        )
    for name in draw(st.lists(st.sampled_from(("q", "r")), max_size=2, unique=True)):
        of = draw(st.sampled_from(["k", *(one.name for one in stored if one.kind in _NUMBERS)]))
        found.append(f"CONSTRAINT {name} CHECK {of} < {draw(st.integers(1000, 1001))}")
    return found


_SETTINGS = ("merge_with_ttl_timeout = 3600", "merge_with_ttl_timeout = 7200", "parts_to_throw_insert = 400")


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table with the same key on all sides: other keys cannot be altered."""
    columns: list[Column] = []
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=4, unique=True)):
        columns.append(draw(_columns(name, columns)))
    given = [Column("k", "UInt32", "k UInt32"), Column("d", "Date", "d Date"), *columns]
    order = draw(st.permutations(given)) if draw(st.booleans()) else given
    # A default may stand before what it is computed from; ClickHouse does not mind.
    inner = ",\n  ".join([*(one.sql for one in order), *draw(_parts(columns))])
    key = draw(st.sampled_from(("ORDER BY k", "ORDER BY (k)", "PRIMARY KEY k ORDER BY (k)")))
    ttl = draw(st.sampled_from(("", "", " TTL d + INTERVAL 99 YEAR", " TTL d + toIntervalYear(98) DELETE")))
    settings = draw(st.lists(st.sampled_from(_SETTINGS), max_size=2, unique_by=lambda text: text.split(" ")[0]))
    tail = f" SETTINGS {', '.join(settings)}" if settings else ""
    comment = draw(st.sampled_from(("", "", " COMMENT 'a table'", " COMMENT 'another'")))
    engine = draw(st.sampled_from(("MergeTree", "MergeTree()")))
    return Table(tuple(order), (f"CREATE TABLE t (\n  {inner}\n) ENGINE = {engine} {key}{ttl}{tail}{comment}",))
