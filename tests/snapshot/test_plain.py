"""Folding by column gives what folding row by row gives, however the rows come in batches."""

from __future__ import annotations

from itertools import groupby

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from checker.settings import Settings
from checker.snapshot import rows as r
from checker.snapshot.collect import collect_rows
from checker.snapshot.fold import fold
from checker.snapshot.frames import BASE, HEAD, STATE, fold_batches, state_row
from checker.snapshot.rows import statement_table
from tests.objects import read_texts

STATEMENTS = (
    "CREATE VIEW v1 AS SELECT count(*), random(), now() FROM a JOIN b USING (x)",
    "CREATE VIEW v2 AS SELECT x FROM v1 WHERE NOT EXISTS (SELECT 1 FROM a)",
    "CREATE TABLE a (x int)",
    "ALTER TABLE a ADD y int",
    "CREATE INDEX i ON a (x)",
    "GRANT SELECT ON a TO u",
    "CREATE TABLE b (x int) WITH (fillfactor = 70, autovacuum_enabled = off)",
    "DROP TABLE b",
    "CREATE FUNCTION f(int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE FUNCTION f(text) RETURNS int LANGUAGE sql AS 'SELECT 2'",
    "SELECT pgtrickle.create_stream_table('st', $$SELECT count(*) FROM a$$)",
    "CREATE VIEW v1 AS SELECT 1",
)
TEXTS = {f"{number}.sql": f"{statement};" for number, statement in enumerate(STATEMENTS)}
TABLE = statement_table(collect_rows(read_texts(TEXTS, Settings.model_validate({"dialect": "postgres"}))))


@given(
    st.lists(st.integers(0, TABLE.num_rows - 1), unique=True),
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=TABLE.num_rows, max_size=TABLE.num_rows),
    st.integers(1, 5),
)
def test_columns_and_rows_fold_alike(chosen: list[int], sides: list[tuple[bool, bool]], size: int) -> None:
    in_base, in_head = zip(*sides, strict=True)
    table = TABLE.set_column(0, TABLE.schema.field(0), pa.array(in_base))
    table = table.set_column(1, TABLE.schema.field(1), pa.array(in_head))
    table = table.take(pa.array(chosen, pa.int64())).sort_by([(name, "ascending") for name in r.KEY])

    folded = [row for batch in fold_batches(table.to_batches(max_chunksize=size)) for row in batch.to_pylist()]

    found = {tuple(row[name] for name in r.KEY): (row[BASE], row[HEAD]) for row in folded}
    assert len(found) == len(folded)
    assert found == expected(table)


def expected(table: pa.Table) -> dict[tuple[str, ...], tuple[object, object]]:
    """One object after the other, by the rule itself."""
    states = {}
    for key, group in groupby(table.to_pylist(), key=lambda row: tuple(row[name] for name in r.KEY)):
        rows = list(group)
        sides = (state_row(fold(row for row in rows if row[side])) for side in (r.IN_BASE, r.IN_HEAD))
        base, head = (pa.array([side], STATE).to_pylist()[0] for side in sides)
        states[key] = base, head
    return states
