"""Run a program the way that suits its size; the answers are the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

from checker.facts.frames import COLUMNS, RELATION
from checker.rules.answers import OBJECT_AT, PLACE, Answers, Place, place_of
from checker.rules.distributed import DistributedProgram
from checker.rules.driver import bring_back
from checker.rules.engine.explain import Teller
from checker.rules.engine.reasons import explain
from checker.rules.in_task import run_in_task
from checker.rules.program import Program

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def run_rules(
    facts: DataFrame,
    program: Program,
    outputs: Sequence[str],
    seeds: Sequence[str],
    *,
    in_task: bool,
    more: pa.Table | None = None,
) -> Answers:
    """The outputs of a program with all reasons. `more` facts go to a task only."""
    if in_task:
        return run_in_task(facts, program, outputs, seeds, more)
    return run_distributed(facts, program, outputs, seeds)


def run_distributed(facts: DataFrame, program: Program, outputs: Sequence[str], seeds: Sequence[str]) -> Answers:
    """As `run_in_task`, as joins over DataFrames; what is explained is put together on the driver."""
    spread = DistributedProgram(facts, program)
    spread.run()
    evaluation = bring_back(spread, program.explained(seeds, outputs), seeds)
    teller = Teller(program, explain(evaluation, seeds, outputs))
    explained = teller.explained()
    told = {str(one.values[OBJECT_AT[one.relation]]) for one in explained if one.relation in OBJECT_AT}
    rounds = {name: tuple(table.ends) for name, table in sorted(evaluation.tables.items())}
    return Answers(explained, tuple(teller.stops()), rounds, places=_places(facts, told))


def _places(facts: DataFrame, objects: set[str]) -> dict[str, Place]:
    from pyspark.sql import functions as f

    if not objects:
        return {}
    this, kind, path, line = COLUMNS
    wanted = facts.sparkSession.createDataFrame([(name,) for name in sorted(objects)], f"{this} string")
    rows = facts.where(f.col(RELATION) == PLACE).join(wanted, this).toArrow().to_pylist()
    return {row[this]: place_of([row[kind], row[path], row[line]]) for row in rows}
