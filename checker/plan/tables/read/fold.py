"""The statements on one table, in their order → its shape."""

from __future__ import annotations

from collections.abc import Sequence

from checker.plan.tables.edit import Unreadable
from checker.plan.tables.phrase import Reading
from checker.plan.tables.read.alter import fold_alter
from checker.plan.tables.read.clickhouse_alter import fold_clickhouse_alter
from checker.plan.tables.read.create import read_create
from checker.plan.tables.read.index import fold_alter_index, fold_create_index, fold_drop_index
from checker.plan.tables.read.postgres_names import name_all
from checker.plan.tables.shape import TableShape
from checker.sql.dialect import Dialect


def fold_table(statements: Sequence[Reading], dialect: Dialect) -> TableShape:
    """The table that these statements leave, the first of which creates it."""
    if not statements:
        raise Unreadable("no statement creates the table")
    shape = read_create(statements[0])
    if dialect.name == "postgres":
        name_all(shape)
    for reading in statements[1:]:
        fold_more(reading, shape)
    return shape


def fold_more(reading: Reading, shape: TableShape) -> None:
    """One further statement on the table."""
    reading.at = 0
    head = tuple(reading.words[:2])
    if head == ("ALTER", "TABLE"):
        if reading.dialect.name == "clickhouse":
            fold_clickhouse_alter(reading, shape)
        else:
            fold_alter(reading, shape)
    elif head == ("ALTER", "INDEX"):
        fold_alter_index(reading, shape)
    elif head == ("DROP", "INDEX"):
        fold_drop_index(reading, shape)
    elif head[0] == "CREATE":
        fold_create_index(reading, shape)
    else:
        raise Unreadable(f"{reading.written(0, 2)} … is no statement whose effect on the table is known")
