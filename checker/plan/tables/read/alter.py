"""ALTER TABLE as PostgreSQL and the SQL standard have it."""

from __future__ import annotations

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Phrase, Reading
from checker.plan.tables.read.change import column_of, drop_column, rename_column, with_clauses
from checker.plan.tables.read.column import SERIAL, read_column, read_constraint
from checker.plan.tables.read.create import read_settings
from checker.plan.tables.read.postgres_names import named, taken_names
from checker.plan.tables.shape import Attachment, Column, Constraint, TableShape

_VERBS = frozenset(
    """ADD DROP ALTER RENAME SET RESET MODIFY CHANGE OWNER ENABLE DISABLE CLUSTER ATTACH DETACH INHERIT NO OF NOT
    REPLICA VALIDATE FORCE UNSET SWAP COMMENT CONVERT ENGINE""".split()
)
_NO_COLUMN = frozenset({"PRIMARY", "INDEX", "KEY", "FOREIGN", "PARTITION", "CHECK", "UNIQUE", "CONSTRAINT", "FULLTEXT"})


def fold_alter(reading: Reading, shape: TableShape) -> None:
    """ALTER TABLE [IF EXISTS] [ONLY] name action, …"""
    reading.at = 2
    reading.accept("IF", "EXISTS")
    reading.accept("ONLY")
    start = reading.at
    reading.name()
    table = reading.phrase(start, reading.at)
    reading.accept("*")
    for first, last in reading.items(reading.at, reading.end):
        reading.at = first
        shape.spend()
        if reading.word() not in _VERBS:
            raise Unreadable(f"an action of ALTER TABLE starts with an unknown word, {reading.place()}")
        if not _fold_partition(reading, shape, table) and not _fold_action(reading, shape, last):
            shape.others.append(reading.phrase(first, last))


def _fold_partition(reading: Reading, shape: TableShape, parent: Phrase) -> bool:
    """Of this table the statement says only whose partition it is; the table that it alters is the parent."""
    if reading.dialect.name != "postgres" or reading.word(1) != "PARTITION":
        return False
    if reading.accept("ATTACH", "PARTITION"):
        reading.name()
        shape.attached = Attachment(parent, reading.phrase(reading.at, reading.end))
    elif reading.accept("DETACH", "PARTITION"):
        shape.attached = Attachment()
        for clause in ("PARTITION OF", "FOR VALUES"):
            shape.clauses.pop(clause, None)
    else:
        return False
    return True


def _fold_action(reading: Reading, shape: TableShape, last: int) -> bool:
    """Whether the action was understood; else it is kept as it stands."""
    if reading.accept("ADD"):
        return _fold_add(reading, shape, last)
    if reading.accept("DROP", "CONSTRAINT"):
        return _fold_drop_constraint(reading, shape)
    if reading.accept("DROP"):
        return _fold_drop(reading, shape)
    if reading.accept("ALTER"):
        reading.accept("COLUMN")
        return _fold_alter_column(reading, shape, reading.column(), last)
    if reading.accept("MODIFY"):
        reading.accept("COLUMN")
        return _fold_modify(reading, shape, last)
    if reading.accept("RENAME"):
        return _fold_rename(reading, shape)
    if reading.word() in ("SET", "RESET"):
        return _fold_set(reading, shape, last)
    return False


def _fold_add(reading: Reading, shape: TableShape, last: int) -> bool:
    constraint = read_constraint(reading, reading.at, last) if reading.word() != "COLUMN" else None
    if constraint is not None:
        _add_constraint(reading, shape, constraint)
        return True
    if not reading.accept("COLUMN") and (reading.word() in _NO_COLUMN or reading.word() == "("):
        return False
    optional = reading.accept("IF", "NOT", "EXISTS")
    column, constraints = read_column(reading, reading.at, last)
    if column.name in shape.columns:
        if optional:
            return True
        raise Unreadable(f"column {column.name} is added, but is there already")
    shape.columns[column.name] = column
    for one in constraints:
        _add_constraint(reading, shape, one)
    return True


def _add_constraint(reading: Reading, shape: TableShape, constraint: Constraint) -> None:
    if "USING INDEX" in " ".join(constraint.rest.parts).upper() and not constraint.columns:
        raise Unreadable("a constraint takes over an index")
    if reading.dialect.name == "postgres":
        constraint = named(constraint, shape, taken_names(shape))
    shape.constraints.append(constraint)


def _fold_drop_constraint(reading: Reading, shape: TableShape) -> bool:
    optional = reading.accept("IF", "EXISTS")
    name = reading.column()
    kept = [one for one in shape.constraints if one.name != name]
    if len(kept) == len(shape.constraints) and not optional:
        raise Unreadable(f"a constraint is dropped that is not there: {name}")
    gone = next((one for one in shape.constraints if one.name == name), None)
    if gone is not None and gone.kind == "PRIMARY KEY":
        _keep_not_null(shape, gone.columns)
    shape.constraints = kept
    return True


def _keep_not_null(shape: TableShape, columns: tuple[str, ...]) -> None:
    """A dropped primary key leaves its columns NOT NULL."""
    for name in columns:
        with_clauses(shape, name, {"NOT NULL": Phrase("not\x1fnull", "NOT NULL")})


def _fold_drop(reading: Reading, shape: TableShape) -> bool:
    if not reading.accept("COLUMN") and reading.word() in _NO_COLUMN:
        return False
    optional = reading.accept("IF", "EXISTS")
    name = reading.column()
    if name in shape.columns or not optional:
        drop_column(shape, name)
    return True


def _fold_modify(reading: Reading, shape: TableShape, last: int) -> bool:
    column, constraints = read_column(reading, reading.at, last)
    if constraints:
        return False
    shape.columns[column.name] = Column(column.name, column.type, column.clauses, column_of(shape, column.name).was)
    return True


def _fold_rename(reading: Reading, shape: TableShape) -> bool:
    if reading.accept("TO"):
        return True  # the table's own name is followed by who calls this
    if reading.accept("CONSTRAINT"):
        old = reading.column()
        new = reading.column() if reading.accept("TO") else ""
        at = next((at for at, one in enumerate(shape.constraints) if one.name == old), None)
        if at is None or not new:
            raise Unreadable(f"a constraint is renamed that is not there: {old}")
        one = shape.constraints[at]
        shape.constraints[at] = Constraint(one.kind, one.columns, one.rest, new)
        return True
    reading.accept("COLUMN")
    old = reading.column()
    if not reading.accept("TO"):
        return False
    rename_column(shape, old, reading.column(), reading.dialect)
    return True


def _fold_alter_column(reading: Reading, shape: TableShape, name: str, last: int) -> bool:
    column_of(shape, name)
    if reading.accept("SET", "DATA", "TYPE") or reading.accept("TYPE"):
        return _fold_type(reading, shape, name, last)
    if reading.accept("SET", "NOT", "NULL"):
        with_clauses(shape, name, {"NOT NULL": Phrase("not\x1fnull", "NOT NULL")})
    elif reading.accept("DROP", "NOT", "NULL"):
        with_clauses(shape, name, {"NOT NULL": None})
    elif reading.accept("DROP", "DEFAULT"):
        with_clauses(shape, name, {"DEFAULT": None, SERIAL: None})
    elif reading.word() == "SET" and reading.word(1) in ("DEFAULT", "STORAGE", "COMPRESSION"):
        with_clauses(shape, name, {reading.word(1): reading.phrase(reading.at + 1, last)})
    elif reading.word() == "ADD" and reading.word(1) == "GENERATED":
        with_clauses(shape, name, {"GENERATED": reading.phrase(reading.at + 1, last)})
    elif reading.accept("DROP", "IDENTITY") or reading.accept("DROP", "EXPRESSION"):
        with_clauses(shape, name, {"GENERATED": None})
    else:
        return False
    return True


def _fold_type(reading: Reading, shape: TableShape, name: str, last: int) -> bool:
    end = reading.before("USING", last)
    until = reading.before("COLLATE", end)
    column = column_of(shape, name)
    clauses = {key: phrase for key, phrase in column.clauses.items() if key != "COLLATE"}
    if until < end:
        clauses["COLLATE"] = reading.phrase(until, end)
    shape.columns[name] = Column(name, reading.phrase(reading.at, until), clauses, column.was)
    return True


def _fold_set(reading: Reading, shape: TableShape, last: int) -> bool:
    if reading.dialect.name != "postgres":
        return False
    if reading.accept("SET", "LOGGED"):
        shape.clauses.pop("CREATE", None)
    elif reading.accept("SET", "UNLOGGED"):
        shape.clauses["CREATE"] = Phrase("unlogged", "UNLOGGED")
    elif reading.accept("SET", "TABLESPACE"):
        shape.clauses["TABLESPACE"] = reading.phrase(reading.at, last)
    elif reading.word() == "SET" and reading.word(1) == "(":
        shape.settings |= read_settings(reading, reading.at + 1, last)
    elif reading.accept("RESET"):
        for key in reading.columns():
            shape.settings.pop(key, None)
    else:
        return False
    return True
