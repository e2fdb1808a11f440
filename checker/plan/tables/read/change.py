"""What ALTERs of all dialects do to a shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlglot import TokenType

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Phrase, Reading
from checker.plan.tables.quote import quote
from checker.plan.tables.shape import Column, Constraint, Index, TableShape
from checker.sql.cursor import is_word
from checker.sql.dialect import Dialect


def column_of(shape: TableShape, name: str) -> Column:
    """The column of that name, which must be there."""
    if name not in shape.columns:
        raise Unreadable(f"a column is altered that is not there: {name}")
    return shape.columns[name]


def with_clauses(shape: TableShape, name: str, clauses: Mapping[str, Phrase | None]) -> None:
    """Set these clauses of a column; None takes one away."""
    column = column_of(shape, name)
    merged = {**column.clauses, **clauses}
    kept = {key: phrase for key, phrase in merged.items() if phrase is not None}
    shape.columns[name] = replace(column, clauses=kept)


def drop_column(shape: TableShape, name: str) -> None:
    """Constraints and indexes that involve the column go with it, as in PostgreSQL."""
    column_of(shape, name)
    del shape.columns[name]
    gone = frozenset({name})
    shape.constraints = [one for one in shape.constraints if not one.mentions(gone)]
    shape.indexes = {key: one for key, one in shape.indexes.items() if name not in one.body.names}


def rename_column(shape: TableShape, old: str, new: str, dialect: Dialect) -> None:
    """Every expression that mentions the column follows it."""
    column = column_of(shape, old)
    if new in shape.columns:
        raise Unreadable(f"column {old} is renamed to {new}, which is there already")
    renamed = replace(column, name=new, was=(*column.was, old))
    shape.columns = {
        (new if name == old else name): _column(renamed if name == old else one, old, new, dialect)
        for name, one in shape.columns.items()
    }
    shape.constraints = [_constraint(one, old, new, dialect) for one in shape.constraints]
    shape.indexes = {
        name: Index(name, renamed_in(one.body, old, new, dialect), one.unique) for name, one in shape.indexes.items()
    }
    shape.projections = {name: renamed_in(one, old, new, dialect) for name, one in shape.projections.items()}
    shape.clauses = {name: renamed_in(one, old, new, dialect) for name, one in shape.clauses.items()}


def _column(column: Column, old: str, new: str, dialect: Dialect) -> Column:
    if all(old not in phrase.names for phrase in column.clauses.values()):
        return column
    clauses = {key: renamed_in(phrase, old, new, dialect) for key, phrase in column.clauses.items()}
    return replace(column, clauses=clauses)


def _constraint(one: Constraint, old: str, new: str, dialect: Dialect) -> Constraint:
    columns = tuple(new if name == old else name for name in one.columns)
    # What a foreign key references are columns of another table.
    rest = one.rest if one.kind == "FOREIGN KEY" else renamed_in(one.rest, old, new, dialect)
    return replace(one, columns=columns, rest=rest)


def renamed_in(phrase: Phrase, old: str, new: str, dialect: Dialect) -> Phrase:
    """The phrase with a column's new name in it; calls of a function of the same name stay."""
    if old not in phrase.names:
        return phrase
    reading = Reading(phrase.text, dialect)
    edited = Reading("".join(_with_new_name(reading, old, quote(new, dialect))), dialect)
    return edited.phrase(0, edited.end)


def _with_new_name(reading: Reading, old: str, new: str) -> Iterator[str]:
    for at, token in enumerate(reading.tokens):
        quoted = token.token_type is TokenType.IDENTIFIER
        name = token.text if quoted else reading.dialect.fold(token.text) if is_word(token) else None
        called = reading.words[at + 1 : at + 2] == ["("]
        gap = reading.written(at, at + 2)[len(reading.written(at, at + 1)) :][:1]
        yield new if name == old and (quoted or not called) else reading.written(at, at + 1)
        if gap == " ":
            yield " "
