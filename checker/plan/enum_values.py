"""The values of a PostgreSQL enum: what its statements leave, and how an enum that exists gets more."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import TokenType

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Reading
from checker.plan.tables.quote import literal
from checker.sql.dialect import Dialect

_ADDING = ("ADD", "VALUE")


def enum_values(statements: Sequence[str], dialect: Dialect) -> list[str] | None:
    """The values of an enum in their order; nothing for another type, or where a statement is not understood.

    >>> from checker.sql.dialect import get_dialect
    >>> enum_values(["CREATE TYPE t AS ENUM ('a')", "ALTER TYPE t ADD VALUE 'b' BEFORE 'a'"], get_dialect("postgres"))
    ['b', 'a']
    """
    values: list[str] = []
    try:
        for number, text in enumerate(statements):
            reading = Reading(text, dialect)
            values = _changed(reading, values) if number else _listed(reading)
    except (Unreadable, ValueError):
        return None
    return values if len(set(values)) == len(values) else None


def _listed(reading: Reading) -> list[str]:
    """CREATE TYPE t AS ENUM ('a', …)"""
    if not reading.accept("CREATE", "TYPE") or not reading.name()[0] or not reading.accept("AS", "ENUM"):
        raise Unreadable("this makes no enum")
    start, end = reading.skip_group()
    values = []
    for first, last in reading.items(start, end):
        reading.at = first
        values.append(_value(reading))
        if reading.at != last:
            raise Unreadable("a value is more than a string")
    return values


def _changed(reading: Reading, values: list[str]) -> list[str]:
    """ALTER TYPE t ADD VALUE | RENAME VALUE …; ValueError where it names a value that is not there."""
    _start(reading)
    if reading.accept("OWNER", "TO"):
        return values
    if reading.accept("RENAME", "VALUE"):
        at = values.index(_value(reading))
        if not reading.accept("TO"):
            raise Unreadable("a value is renamed to nothing")
        return [*values[:at], _value(reading), *values[at + 1 :]]
    if not reading.accept(*_ADDING):
        raise Unreadable("this is no change of an enum's values")
    optional = reading.accept("IF", "NOT", "EXISTS")
    value = _value(reading)
    if optional and value in values:
        return values
    where = reading.accept_any(frozenset({"BEFORE", "AFTER"}))
    at = values.index(_value(reading)) + (where == "AFTER") if where else len(values)
    return [*values[:at], value, *values[at:]]


def _start(reading: Reading) -> None:
    if not reading.accept("ALTER", "TYPE") or not reading.name()[0]:
        raise Unreadable("this alters no type")


def _value(reading: Reading) -> str:
    if reading.done or reading.tokens[reading.at].token_type is not TokenType.STRING:
        raise Unreadable("a value is no plain string")
    return reading.text()


def is_widened(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether every value stays, and in its order: PostgreSQL can neither drop nor move one."""
    known = set(old)
    return [value for value in new if value in known] == list(old)


def added_values(name: str, old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The statements that add what is new, each after what stands before it.

    >>> added_values("t", ["b"], ["a", "b", "c"])
    ["ALTER TYPE t ADD VALUE IF NOT EXISTS 'a' BEFORE 'b'", "ALTER TYPE t ADD VALUE IF NOT EXISTS 'c'"]
    """
    known = set(old)
    last = max((at for at, value in enumerate(new) if value in known), default=-1)
    statements = []
    for at, value in enumerate(new):
        place = "" if at > last else f" AFTER {literal(new[at - 1])}" if at else f" BEFORE {literal(old[0])}"
        if value not in known:
            statements.append(f"ALTER TYPE {name} ADD VALUE IF NOT EXISTS {literal(value)}{place}")
    return statements


def up_to_added_value(statements: Sequence[str], dialect: Dialect) -> Sequence[str]:
    """Those up to the last one that adds a value, which may name what the ones before it made."""
    ends = (at for at, text in enumerate(statements, start=1) if _added_at(text, dialect) is not None)
    return statements[: max(ends, default=0)]


def add_if_missing(statement: str, dialect: Dialect) -> str:
    """ADD VALUE so that running it again does no harm."""
    reading = _added_at(statement, dialect)
    if reading is None or reading.word() == "IF":
        return statement
    before = reading.tokens[reading.at].start
    return f"{statement[:before]}IF NOT EXISTS {statement[before:]}"


def _added_at(statement: str, dialect: Dialect) -> Reading | None:
    try:
        reading = Reading(statement, dialect)
        _start(reading)
    except Unreadable:
        return None
    return reading if reading.accept(*_ADDING) and not reading.done else None
