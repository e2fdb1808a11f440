"""Random PostgreSQL tables, as people write them."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

NAMES = ("a", "b", "c", '"Order"', '"user"', '"it""s"')
_TYPES = {
    "int": ("1", "2 + 3", "(-1)"),
    "integer": ("0", "/* seven */ 7"),
    "bigint": ("1", "10"),
    "smallint": ("1",),
    "numeric(10, 2)": ("1.5", "2"),
    "numeric": ("3",),
    "double precision": ("0.5", "1e3"),
    "text": ("'x'", "'a' || 'b'", "'it''s' -- a comment; with a semicolon\n"),
    "varchar(20)": ("'x'", "lower('X')"),
    "character varying(5)": ("'y'",),
    "boolean": ("true", "NOT_A_DEFAULT"),
    "date": ("'2024-01-01'", "current_date"),
    "timestamp with time zone": ("now()",),
    "timestamptz": ("CURRENT_TIMESTAMP",),
    "int[]": ("'{}'", "ARRAY[1, 2]"),
    "jsonb": ("'{}'::jsonb",),
}
NUMBERS = frozenset({"int", "integer", "bigint", "smallint", "numeric(10, 2)", "numeric", "double precision"})
TEXTS = frozenset({"text", "varchar(20)", "character varying(5)"})
_IDENTITY = ("int", "bigint")
_SERIAL = {"serial": "int", "bigserial": "bigint"}


@dataclass(frozen=True)
class Column:
    name: str
    kind: str
    sql: str
    computed: bool = False
    null: bool = True

    @property
    def bare(self) -> str:
        return self.name.strip('"').replace('""', '"')


@dataclass(frozen=True)
class Table:
    columns: tuple[Column, ...]
    statements: tuple[str, ...]


@st.composite
def _columns(draw: st.DrawFn, name: str, plain: list[Column]) -> Column:
    numbers = [one.name for one in plain if one.kind in NUMBERS and not one.computed]
    way = draw(st.sampled_from(("plain", "plain", "plain", "plain", "identity", "serial", "computed", "virtual")))
    if way == "identity":
        kind = draw(st.sampled_from(_IDENTITY))
        how = draw(st.sampled_from(("ALWAYS", "BY DEFAULT")))
        options = draw(st.sampled_from(("", "", " (START WITH 10 INCREMENT BY 5)")))
        return Column(name, kind, f"{name} {kind} GENERATED {how} AS IDENTITY{options}", computed=True)
    if way == "serial":
        serial = draw(st.sampled_from(sorted(_SERIAL)))
        return Column(name, _SERIAL[serial], f"{name} {serial}", computed=True)
    if way in ("computed", "virtual") and numbers:
        of = draw(st.sampled_from(numbers))
        kind = draw(st.sampled_from(("numeric", "double precision")))
        stored = "STORED" if way == "computed" else "VIRTUAL"
        return Column(name, kind, f"{name} {kind} GENERATED ALWAYS AS ({of} * 2) {stored}", computed=True)
    return draw(_plain_columns(name))


@st.composite
def _plain_columns(draw: st.DrawFn, name: str) -> Column:
    kind = draw(st.sampled_from(sorted(_TYPES)))
    clauses = []
    if kind in TEXTS and draw(st.booleans()):
        clauses.append('COLLATE "C"')
    default = draw(st.sampled_from((None, None, *_TYPES[kind])))
    if default not in (None, "NOT_A_DEFAULT"):
        clauses.append(f"DEFAULT {default}")
    null = draw(st.booleans())
    clauses.append(
        draw(st.sampled_from(("", "NULL"))) if null else draw(st.sampled_from(("NOT NULL", "not /**/ null")))
    )
    if kind == "int" and draw(st.integers(0, 3)) == 0:
        clauses.append("REFERENCES other" + draw(st.sampled_from((" (id)", " ON DELETE SET NULL", ""))))
    if kind in NUMBERS and draw(st.integers(0, 3)) == 0:
        clauses.append(f"CHECK ({name} > -5)")
    if draw(st.integers(0, 4)) == 0 and kind != "jsonb":
        clauses.append("UNIQUE")
    return Column(name, kind, f"{name} {kind} " + " ".join(clauses), null=null)


@st.composite
def _constraints(draw: st.DrawFn, columns: tuple[Column, ...]) -> list[str]:
    plain = [one.name for one in columns if "VIRTUAL" not in one.sql and one.kind != "jsonb"]
    numbers = [one.name for one in columns if one.kind in NUMBERS and "VIRTUAL" not in one.sql]
    found = []
    name = st.sampled_from(("", "", "CONSTRAINT own ", 'CONSTRAINT "Own 2" '))
    names: set[str] = set()

    def named() -> str:
        given = draw(name)
        fresh = "" if given in names else given
        names.add(given)
        return fresh

    if draw(st.booleans()) and plain:
        key = draw(st.lists(st.sampled_from(plain), min_size=1, max_size=2, unique=True))
        found.append(f"{named()}PRIMARY KEY ({', '.join(key)})")
        if len(key) == 1 and draw(st.booleans()):
            kind = next(one for one in columns if one.name == key[0]).kind
            same = [one.name for one in columns if one.kind == kind and not one.computed]
            if same:
                found.append(f"{named()}FOREIGN KEY ({same[0]}) REFERENCES t")
    if draw(st.booleans()) and plain:
        key = draw(st.lists(st.sampled_from(plain), min_size=1, max_size=2, unique=True))
        found.append(f"{named()}UNIQUE ({', '.join(key)})" + draw(st.sampled_from(("", " DEFERRABLE"))))
    for _ in range(draw(st.integers(0, 2)) if numbers else 0):
        of = draw(st.lists(st.sampled_from(numbers), min_size=1, max_size=2, unique=True))
        found.append(f"{named()}CHECK ({' + '.join(of)} < {draw(st.sampled_from((1000, 2000)))})")
    return found


@st.composite
def _indexes(draw: st.DrawFn, columns: tuple[Column, ...]) -> list[str]:
    usable = [one for one in columns if "VIRTUAL" not in one.sql and one.kind != "jsonb"]
    found = []
    for name in draw(st.lists(st.sampled_from(("", "t_own", '"T 2"')), max_size=2, unique=True)) if usable else ():
        column = draw(st.sampled_from(usable))
        ways = [
            f"({column.name})",
            f"({column.name} DESC NULLS LAST)",
            f"USING btree ({column.name}) WHERE {column.name} IS NOT NULL",
        ]
        if column.kind in TEXTS:
            ways += [f"(lower({column.name}))", f"({column.name} text_pattern_ops)"]
        if column.kind in NUMBERS:
            ways += [f"(({column.name} + 1), {column.name})"]
        unique = draw(st.sampled_from(("", "", "UNIQUE ")))
        found.append(f"CREATE {unique}INDEX {name} ON t {draw(st.sampled_from(ways))}")
    return found


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table with columns, constraints and indexes, some of them given by later statements."""
    columns: list[Column] = []
    for name in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=5, unique=True)):
        columns.append(draw(_columns(name, columns)))
    parts = tuple(columns)
    constraints = draw(_constraints(parts))
    later = [one for one in constraints if draw(st.integers(0, 3)) == 0]
    inner = ",\n  ".join([*(one.sql for one in parts), *(one for one in constraints if one not in later)])
    kind = draw(st.sampled_from(("", "", "", "UNLOGGED ")))
    options = draw(
        st.sampled_from(("", "", " WITH (fillfactor = 70)", " WITH (fillfactor = 80, autovacuum_enabled = false)"))
    )
    statements = [f"CREATE {kind}TABLE t (\n  {inner}\n){options}"]
    statements += [f"ALTER TABLE t ADD {one}" for one in later]
    statements += draw(_indexes(parts))
    return Table(parts, tuple(statements))
