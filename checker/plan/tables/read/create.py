"""CREATE TABLE → the shape that ALTERs are folded into."""

from __future__ import annotations

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import SEPARATOR, Phrase, Reading, split_clauses, starters
from checker.plan.tables.read.column import read_column, read_constraint
from checker.plan.tables.shape import Constraint, Index, TableShape

_POSTGRES = starters(
    bare="WITHOUT OIDS",
    with_content="PARTITION OF\nOF\nFOR VALUES\nINHERITS\nPARTITION BY\nUSING\nWITH\nON COMMIT\nTABLESPACE\nAS",
)
_CLICKHOUSE = starters(
    bare="EMPTY",
    with_content="""ON CLUSTER\nUUID\nENGINE\nORDER BY\nPARTITION BY\nPRIMARY KEY\nSAMPLE BY\nTTL\nSETTINGS\nCOMMENT
    AS\nCLONE AS""",
)
_STANDARD = starters(
    bare="",
    with_content="""COMMENT\nPARTITION BY\nPARTITIONED BY\nCLUSTER BY\nCLUSTERED BY\nWITH\nOPTIONS\nENGINE\nUSING\nAS
    LOCATION\nTBLPROPERTIES\nDISTSTYLE\nDISTKEY\nSORTKEY\nTABLESPACE\nSTORED AS\nROW FORMAT\nAUTO_INCREMENT\nCHARSET
    DEFAULT CHARSET\nCOLLATE\nLIKE\nCLONE""",
)
_TAILS = {"postgres": _POSTGRES, "clickhouse": _CLICKHOUSE}
_SETTINGS = {"postgres": "WITH", "clickhouse": "SETTINGS"}
_WITHOUT_COLUMNS = frozenset({"AS", "OF", "PARTITION", "CLONE", "LIKE", "USING", "ENGINE", "EMPTY"})


def read_create(reading: Reading) -> TableShape:
    """CREATE [OR REPLACE] [TEMPORARY | UNLOGGED …] TABLE [IF NOT EXISTS] name (…) …"""
    shape = TableShape()
    if not reading.accept("CREATE") and not reading.accept("ATTACH"):
        raise Unreadable("the first statement on the table does not create it")
    reading.accept("OR", "REPLACE")
    start = reading.at
    while not reading.done and not reading.accept("TABLE"):
        reading.at += 1
    if reading.at - 1 > start:
        shape.clauses["CREATE"] = reading.phrase(start, reading.at - 1)
    reading.accept("IF", "NOT", "EXISTS")
    parts, _, _ = reading.name()
    if not parts:
        raise Unreadable(f"the table's name is missing {reading.place()}")
    shape.table = parts[-1]
    _read_tail(reading, shape)
    return shape


def _read_tail(reading: Reading, shape: TableShape) -> None:
    known = _TAILS.get(reading.dialect.name, _STANDARD)
    if reading.word() != "(" and reading.word() not in _WITHOUT_COLUMNS:  # ON CLUSTER c (…)
        before = reading.at
        opened = reading.find("(")
        until = opened if opened >= 0 else reading.end
        _read_clauses(reading, shape, split_clauses(reading, before, until, known))
        reading.at = until
    if reading.word() == "(":
        start, end = reading.skip_group()
        after = reading.at
        for first, last in reading.items(start, end):
            _read_element(reading, shape, first, last)
        reading.at = after
    _read_clauses(reading, shape, split_clauses(reading, reading.at, reading.end, known))


def _read_element(reading: Reading, shape: TableShape, first: int, last: int) -> None:
    reading.at = first
    clickhouse = reading.dialect.name == "clickhouse"
    if clickhouse and reading.accept("INDEX"):
        index = read_skip_index(reading, last)
        shape.indexes[index.name] = index
    elif clickhouse and reading.accept("PROJECTION"):
        name = reading.column()
        shape.projections[name] = reading.phrase(reading.at, last)
    elif (constraint := read_constraint(reading, first, last)) is not None:
        _add_constraint(shape, constraint, clickhouse)
    elif _is_column(reading, first, last):
        column, constraints = read_column(reading, first, last)
        if column.name in shape.columns:
            raise Unreadable(f"column {column.name} is defined twice")
        shape.columns[column.name] = column
        for one in constraints:
            _add_constraint(shape, one, clickhouse)
    else:
        shape.elements.append(reading.phrase(first, last))


_NO_COLUMNS = frozenset({"LIKE", "PERIOD", "KEY", "INDEX", "FULLTEXT", "SPATIAL", "UNIQUE"})


def _is_column(reading: Reading, first: int, last: int) -> bool:
    word = reading.words[first]
    if reading.dialect.name in ("postgres", "clickhouse"):
        return word != "LIKE"
    return word not in _NO_COLUMNS or last - first == 2  # a column called `key`, with its type


def _add_constraint(shape: TableShape, constraint: Constraint, clickhouse: bool) -> None:
    """ClickHouse's primary key is a clause of the table, wherever it is written."""
    if not clickhouse or constraint.kind != "PRIMARY KEY":
        shape.constraints.append(constraint)
        return
    if "PRIMARY KEY" in shape.clauses:
        raise Unreadable("the primary key is given more than once")
    names = constraint.columns
    if names:
        shape.clauses["PRIMARY KEY"] = Phrase(f"{SEPARATOR},{SEPARATOR}".join(names), "", frozenset(names))
    else:
        shape.clauses["PRIMARY KEY"] = constraint.rest


def read_skip_index(reading: Reading, end: int) -> Index:
    """ClickHouse: name expression TYPE … [GRANULARITY n]"""
    name = reading.column()
    return Index(name, reading.phrase(reading.at, end))


def _read_clauses(reading: Reading, shape: TableShape, found: list[tuple[str, int, int]]) -> None:
    for starter, first, last in found:
        if starter and starter == _SETTINGS.get(reading.dialect.name):
            shape.settings |= read_settings(reading, first + 1, last)
            continue
        key = starter or "table option"
        if key in shape.clauses:
            raise Unreadable(f"the table says {key} more than once")
        start = first + len(starter.split())
        if reading.words[start : start + 1] == ["="]:
            start += 1
        shape.clauses[key] = reading.phrase(start, last)


def read_settings(reading: Reading, start: int, end: int) -> dict[str, Phrase]:
    """`a = 1, b = 'x'`, in brackets or not: name → value."""
    reading.at = start
    if reading.word() == "(" and end > start:
        start, end = reading.skip_group()
    found: dict[str, Phrase] = {}
    for first, last in reading.items(start, end):
        reading.at = first
        name = reading.column()
        reading.accept("=")
        found[name] = reading.phrase(reading.at, last)
    return found
