"""Columns and constraints as CREATE TABLE and ALTER TABLE define them."""

from __future__ import annotations

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import SEPARATOR, Phrase, Reading, Starters, split_clauses, starters
from checker.plan.tables.shape import Column, Constraint

_POSTGRES = starters(
    bare="NOT NULL\nNULL\nPRIMARY KEY\nUNIQUE",
    with_content="DEFAULT\nCHECK\nREFERENCES\nGENERATED\nCOLLATE\nCONSTRAINT\nSTORAGE\nCOMPRESSION",
)
_CLICKHOUSE = starters(
    bare="NOT NULL\nNULL\nPRIMARY KEY\nEPHEMERAL",
    with_content="DEFAULT\nMATERIALIZED\nALIAS\nCOMMENT\nCODEC\nSTATISTICS\nTTL\nCOLLATE\nSETTINGS",
)
_STANDARD: Starters = {
    **_POSTGRES,
    **starters(bare="AUTO_INCREMENT\nAUTOINCREMENT\nIDENTITY", with_content="COMMENT\nON UPDATE\nAS\nENCODE\nOPTIONS"),
}
_STARTERS = {"postgres": _POSTGRES, "clickhouse": _CLICKHOUSE}
_KEYS = frozenset({"PRIMARY KEY", "UNIQUE", "CHECK", "REFERENCES"})
_SERIAL = {
    "serial": "integer", "serial4": "integer", "bigserial": "bigint", "serial8": "bigint",
    "smallserial": "smallint", "serial2": "smallint",
}  # fmt: skip
_CONDITIONS = (frozenset({"CHECK", "EXCLUDE"}), frozenset({"CHECK", "ASSUME"}))
"""Constraints without a list of columns: of all others, and of ClickHouse."""
SERIAL = "SERIAL"
"""The clause of a column whose values come from a sequence of its own."""


def read_column(reading: Reading, start: int, end: int) -> tuple[Column, list[Constraint]]:
    """A column, and the constraints that stand with it: they are the table's, as in the database's catalogue."""
    reading.at = start
    name = reading.column()
    kind = Phrase()
    clauses: dict[str, Phrase] = {}
    constraints: list[Constraint] = []
    given, named_from = "", -1
    known = _STARTERS.get(reading.dialect.name, _STANDARD)
    for starter, first, last in split_clauses(reading, reading.at, end, known):
        if starter == "":
            kind = reading.phrase(first, last)
        elif starter == "CONSTRAINT":
            reading.at = first + 1
            given, named_from = reading.column(), first
            if reading.at < last:
                raise Unreadable(f"what follows the name of a constraint is not known, {reading.place()}")
            continue
        elif starter in _KEYS:
            constraints.append(_with_column(reading, name, given, starter, first, last))
        elif starter in clauses or (given and starter != "NOT NULL"):
            raise Unreadable(f"column {name} says {starter} twice, or gives it a name")
        else:
            clauses[starter] = reading.phrase(named_from if given else first, last)
        given = ""
    return _plain(Column(name, kind, clauses), reading), constraints


def _plain(column: Column, reading: Reading) -> Column:
    """The same column without what only abbreviates: SERIAL, NULL."""
    clauses = dict(column.clauses)
    nullable = clauses.pop("NULL", None)
    kind = column.type
    if reading.dialect.name == "clickhouse":
        clauses.pop("NOT NULL", None)
        if nullable and kind.key.lower().split(SEPARATOR)[:1] != ["nullable"]:
            key = SEPARATOR.join(("nullable", "(", *kind.parts, ")"))
            kind = Phrase(key, f"Nullable({kind.text})", kind.names)
    elif reading.dialect.name == "postgres" and kind.key in _SERIAL:
        clauses[SERIAL] = kind
        kind = Phrase(_SERIAL[kind.key], _SERIAL[kind.key])
    return Column(column.name, kind, clauses)


def _with_column(reading: Reading, column: str, given: str, starter: str, first: int, last: int) -> Constraint:
    reading.at = first + len(starter.split())
    if starter == "CHECK":
        return Constraint("CHECK", (), reading.phrase(reading.at, last), given)
    if starter == "REFERENCES":
        return Constraint("FOREIGN KEY", (column,), reading.phrase(first, last), given)
    kind = _unique(reading) if starter == "UNIQUE" else starter
    return Constraint(kind, (column,), reading.phrase(reading.at, last), given)


def _unique(reading: Reading) -> str:
    if reading.accept("NULLS", "NOT", "DISTINCT"):
        return "UNIQUE NULLS NOT DISTINCT"
    reading.accept("NULLS", "DISTINCT")
    return "UNIQUE"


def read_constraint(reading: Reading, start: int, end: int) -> Constraint | None:
    """[CONSTRAINT name] PRIMARY KEY (…), UNIQUE (…), FOREIGN KEY (…) …, CHECK (…), EXCLUDE …; nothing if it is none."""
    reading.at = start
    given = reading.column() if reading.accept("CONSTRAINT") else ""
    if reading.accept("PRIMARY", "KEY"):
        return _keyed(reading, "PRIMARY KEY", given, end)
    if reading.accept("FOREIGN", "KEY"):
        return _keyed(reading, "FOREIGN KEY", given, end)
    if reading.word() == "UNIQUE" and (given or reading.word(1) in ("(", "NULLS")):
        reading.at += 1
        return _keyed(reading, _unique(reading), given, end)
    if reading.word() in _CONDITIONS[reading.dialect.name == "clickhouse"] and (
        given or reading.word(1) in ("(", "USING")
    ):
        kind = reading.word()
        reading.at += 1
        return Constraint(kind, (), reading.phrase(reading.at, end), given)
    if given:
        raise Unreadable(f"the constraint {given} is of no known kind, {reading.place()}")
    return None


def _keyed(reading: Reading, kind: str, given: str, end: int) -> Constraint:
    if reading.word() != "(":
        return Constraint(kind, (), reading.phrase(reading.at, end), given)
    opened = reading.at
    ranges = reading.items(*reading.skip_group())
    reading.at = opened
    if any(last - first != 1 for first, last in ranges):  # `a DESC`, `a WITHOUT OVERLAPS`
        return Constraint(kind, (), reading.phrase(opened, end), given)
    columns = reading.columns()
    return Constraint(kind, columns, reading.phrase(reading.at, end), given)
