"""How long a plan takes: every object dirty, teardown and setup of all of them.

    python benchmarks/plan.py            # prints the table
    python benchmarks/plan.py --write    # and puts it into docs/performance.md

Views in 50 levels, each reading two of the level above, over tables of which all are altered. Time is that of the
planner and of the search for cycles, without reading and Spark; `per object` shows whether it grows in a line.
"""

from __future__ import annotations

import argparse
import gc
import random
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.document import write_tables
from checker.cycles.find import find_cycles
from checker.cycles.frames import SAME, VALUE
from checker.cycles.graph import Graph
from checker.diff.changes import Change
from checker.facts.given import key_value
from checker.names import ObjectName
from checker.plan.planner import PlanInput, make_plan
from checker.settings import Cycles
from checker.snapshot import frames as s
from checker.snapshot import rows as r
from checker.snapshot.lookup import Rows
from checker.snapshot.resolve import Home, Key, resolve
from checker.snapshot.rows import StatementRow, statement_table
from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file
from checker.sql.statement import Statement

SIZES = (1_000, 10_000, 100_000)
LEVELS = 50
DIALECT = get_dialect("postgres")
HOME = Home(DIALECT, "shop", "public")


def statements(objects: int, columns: str) -> Iterator[str]:
    """The SQL of a project; `columns` are those of its tables."""
    chosen = random.Random(1)
    per = objects // LEVELS
    for number in range(objects):
        level, at = divmod(number, per)
        if level == 0:
            yield f"CREATE TABLE o_0_{at} ({columns})"
        else:
            left, right = (f"o_{level - 1}_{chosen.randrange(per)}" for _ in range(2))
            yield f"CREATE VIEW o_{level}_{at} AS SELECT a.id FROM {left} a JOIN {right} b ON a.id = b.id"


def rows_of(objects: int) -> Iterator[StatementRow]:
    both = zip(statements(objects, "id int"), statements(objects, "id int, note text"), strict=True)
    for number, (old, new) in enumerate(both):
        for text, in_base, in_head in ((old, True, old == new), (new, False, True)):
            if in_base or old != new:
                yield _row(read_file(text, DIALECT, {}).statements[0], number, in_base, in_head)


def _row(statement: Statement, number: int, in_base: bool, in_head: bool) -> StatementRow:
    (resolved,) = resolve(statement, HOME)
    return StatementRow(resolved, "models.sql", number, in_base, in_head)


def plan_input(rows: list[StatementRow]) -> PlanInput:
    """What the check hands to the planner, put together without Spark."""
    table = statement_table(rows).sort_by([(name, "ascending") for name in r.KEY])
    objects = [row for batch in s.fold_batches(table.to_batches()) for row in batch.to_pylist()]
    keys = [Key(one[r.SPACE], ObjectName(one[r.DATABASE], one[r.SCHEMA], one[r.NAME])) for one in objects]
    extended = [{**one, VALUE: key_value(key), SAME: False} for one, key in zip(objects, keys, strict=True)]
    schema = pa.schema([*s.OBJECT_SCHEMA, pa.field(VALUE, pa.string()), pa.field(SAME, pa.bool_())])
    changes = [Change(key, "table", "modified", "", 1, "", "") for key in keys if key.name.name.startswith("o_0_")]
    dirty = {key_value(key): "reads something dirty" for key in keys}
    return PlanInput(Graph.of(pa.Table.from_pylist(extended, schema)), Rows(rows), changes, dirty, HOME)


def measure(objects: int) -> tuple[int, float, float]:
    """Steps, seconds for the plan, and seconds for the search for cycles."""
    given = plan_input(list(rows_of(objects)))
    gc.freeze()  # as the check does
    start = time.process_time()
    find_cycles(given.graph, Cycles())
    cycles = time.process_time() - start
    start = time.process_time()
    plan = make_plan(given).plan
    return len(plan.teardown) + len(plan.setup), time.process_time() - start, cycles


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    arguments = parser.parse_args()
    lines = ["| dirty objects | steps | plan, CPU s | per object, µs | cycles, CPU s | peak memory, MB |"]
    lines.append("|---|---|---|---|---|---|")
    for size in arguments.sizes:
        steps, seconds, cycles = measure(size)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        lines.append(
            f"| {size:,} | {steps:,} | {seconds:.2f} | {seconds / size * 1e6:.0f} | {cycles:.2f} | {memory:,} |"
        )
        print(lines[-1], flush=True)
    if arguments.write:
        write_tables("benchmarks/plan.py", lines)


if __name__ == "__main__":
    main()
