"""How fast a program reaches its fixed point: inside one task, against a hand-written search, and on Spark both ways.

    python benchmarks/rules.py                    # inside one task
    python benchmarks/rules.py --spark            # and as Spark runs it, in one task and distributed
    python benchmarks/rules.py --spark --write    # and puts the tables into docs/performance.md

Every object reads two others of the level above; a tenth of the first level is changed. The search is a breadth-first
one over the same arrays with NumPy that knows nothing but the edges. Each shape runs in a process of its own; inside a
task, where there is one thread, CPU time is told, on Spark what a clock says. Spark's driver has 4 GB.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np
import pyarrow as pa

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.document import write_tables
from checker.facts.frames import COLUMNS, RELATION
from checker.facts.relations import SEEDS
from checker.rules.engine.evaluate import evaluate
from checker.rules.engine.explain import Explained, Teller
from checker.rules.engine.fixpoint import run_program
from checker.rules.engine.reasons import Explanation, explain
from checker.rules.engine.sorting import Ints
from checker.rules.load import OUTPUTS, load_program
from checker.rules.program import Program
from checker.rules.run import run_rules
from checker.spark.session import SparkRunner

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SHAPES = (
    (1_000, 10), (10_000, 10), (10_000, 1_000), (100_000, 50), (100_000, 1_000), (100_000, 10_000),
    (1_000_000, 10), (1_000_000, 50), (1_000_000, 1_000),
)  # fmt: skip
IN_TASK_SHAPES = ((1_000, 10), (10_000, 1_000), (100_000, 50), (100_000, 10_000), (1_000_000, 50))
DISTRIBUTED_SHAPES = ((1_000, 10), (10_000, 100), (100_000, 10), (1_000_000, 10))
ROUNDS = 3
DRIVER_MEMORY = "4g"
RULES = "dependents"
Texts = dict[str, list[pa.Array]]
P = ParamSpec("P")
T = TypeVar("T")


def edges(objects: int, levels: int) -> tuple[Ints, Ints]:
    """(reader, read)"""
    random = np.random.default_rng(1)
    per = objects // levels
    readers = np.repeat(np.arange(per, objects), 2)
    return readers, (readers // per - 1) * per + random.integers(0, per, len(readers))


def facts_of(objects: int, levels: int) -> dict[str, list[Ints]]:
    """The facts as numbers of objects."""
    changed = np.arange(objects // levels // 10 + 1)
    return {"Object": [np.arange(objects)], "Reference": [*edges(objects, levels)], "ChangedStmt": [changed]}


def texts_of(objects: int, facts: dict[str, list[Ints]]) -> Texts:
    """The same facts with the names that objects have."""
    names = pa.array([f"shop.schema_{number % 97}.object_{number}" for number in range(objects)])
    return {relation: [names.take(pa.array(column)) for column in columns] for relation, columns in facts.items()}


def search(objects: int, facts: dict[str, list[Ints]]) -> int:
    """A breadth-first search by hand: how many objects are reached."""
    (readers, read), (changed,) = facts["Reference"], facts["ChangedStmt"]
    order = np.argsort(read, kind="stable")
    starts = np.searchsorted(read[order], np.arange(objects + 1))
    readers = readers[order]
    seen = np.zeros(objects, np.bool_)
    seen[changed] = True
    frontier = changed
    while len(frontier):
        counts = starts[frontier + 1] - starts[frontier]
        offsets = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        reached = readers[np.repeat(starts[frontier], counts) + offsets]
        frontier = np.unique(reached[~seen[reached]])
        seen[frontier] = True
    return int(seen.sum())


def inside_a_task(objects: int, levels: int) -> str:
    """One row of the first table: the best of some rounds, search and engine in turn."""
    program = load_program(RULES, [], Path())
    facts = facts_of(objects, levels)
    texts = texts_of(objects, facts)
    following = program.following_from(SEEDS)
    best = [float("inf")] * 4
    for _ in range(ROUNDS):
        reached, by_hand = _timed(search, objects, facts)
        found, fixed_point = _timed(run_program, program, facts, objects, {}, following)
        assert found.tables["DirtyStmt"].count == reached
        derivations = sum(len(one.head) for one in found.derivations)
        del found
        evaluation, from_texts = _timed(evaluate, program, texts, following)
        explanation, reasons = _timed(explain, evaluation, SEEDS, list(OUTPUTS))
        del evaluation
        best = [min(pair) for pair in zip(best, (by_hand, fixed_point, from_texts, reasons), strict=True)]
    memory = _peak_memory("self")
    _, told = _timed(_told, program, explanation)
    by_hand, fixed_point, from_texts, reasons = best
    return (
        f"| {objects:,} | {levels:,} | {derivations:,} | {by_hand:.3f} s | {fixed_point:.3f} s | {reasons:.3f} s | "
        f"{(fixed_point + reasons) / by_hand:.1f} | {from_texts + reasons:.3f} s | {memory:,} MB | {told:.1f} s |"
    )


def on_spark(objects: int, levels: int, *, in_task: bool) -> str:
    """One row of the second table: all of it, from a DataFrame of facts to the answers as values."""
    os.environ["JDK_JAVA_OPTIONS"] = f"-Xmx{DRIVER_MEMORY}"  # our own JVM asks nothing of Spark's scripts
    program = load_program(RULES, [], Path())
    with SparkRunner("local[*]") as spark:
        context = spark.session.sparkContext
        assert _java(spark.session).lang.Runtime.getRuntime().maxMemory() <= 4 << 30
        facts = spark.session.createDataFrame(
            _facts_table(texts_of(objects, facts_of(objects, levels)))
        ).localCheckpoint()
        context.setJobGroup("rules", "rules")
        started = time.perf_counter()
        answers = run_rules(facts, program, tuple(OUTPUTS), SEEDS, in_task=in_task)
        took = time.perf_counter() - started
        jobs = len(context.statusTracker().getJobIdsForGroup("rules"))
        jvm = _peak_memory(str(_java(spark.session).lang.ProcessHandle.current().pid()))
    way = "one task" if in_task else "distributed"
    return (
        f"| {way} | {objects:,} | {levels:,} | {answers.sizes['DirtyStmt']:,} | {took:.1f} s | {jobs} | "
        f"{jvm:,} MB | {_peak_memory('self'):,} MB |"
    )


def _facts_table(facts: Texts) -> pa.Table:
    """As `given_frame` has them."""
    pieces = []
    for relation, columns in facts.items():
        count = len(columns[0])
        padded = [*columns, *[pa.nulls(count, pa.string())] * (len(COLUMNS) - len(columns))]
        pieces.append(pa.table([pa.array([relation] * count), *padded], names=[RELATION, *COLUMNS]))
    return pa.concat_tables(pieces)


def _timed(work: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> tuple[T, float]:
    started = time.process_time()
    return work(*arguments, **options), time.process_time() - started


def _told(program: Program, explanation: Explanation) -> tuple[Explained, ...]:
    return Teller(program, explanation).explained()


def _java(session: SparkSession) -> Any:
    return session.sparkContext._jvm.java  # type: ignore[union-attr]


def _peak_memory(process: str) -> int:
    """In megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) // 1024


INSIDE = (
    "objects", "levels", "derivations", "search by hand", "fixed point", "reasons", "ratio", "from texts, all",
    "peak memory", "as values",
)  # fmt: skip
ON_SPARK = ("way", "objects", "levels", "dirty objects", "time", "jobs", "peak memory, JVM", "peak memory, Python")


def tables(*, with_spark: bool) -> Iterator[str]:
    yield from _header(INSIDE)
    yield from _rows((inside_a_task, shape, {}) for shape in SHAPES)
    if with_spark:
        yield from ("", *_header(ON_SPARK))
        yield from _rows((on_spark, shape, {"in_task": True}) for shape in IN_TASK_SHAPES)
        yield from _rows((on_spark, shape, {"in_task": False}) for shape in DISTRIBUTED_SHAPES)


def _header(columns: tuple[str, ...]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'--:|' * len(columns)}"


def _rows(work: Iterable[tuple[Callable[..., str], tuple[int, int], dict[str, bool]]]) -> Iterator[str]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as processes:
        for measure, shape, options in work:
            yield processes.submit(measure, *shape, **options).result()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    lines = []
    for line in tables(with_spark=arguments.spark):
        print(line, flush=True)
        lines.append(line)
    if arguments.write:
        write_tables("benchmarks/rules.py", lines)


if __name__ == "__main__":
    main()
