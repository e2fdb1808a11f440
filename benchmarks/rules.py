"""How fast a program reaches its fixed point: inside one task, against a hand-written search, and as joins on Spark.

    python benchmarks/rules.py                    # prints the tables
    python benchmarks/rules.py --distributed      # and runs the distributed way, on Spark
    python benchmarks/rules.py --write            # and puts the tables into docs/performance.md

Every object reads two others of the level above; a tenth of the first level is changed. `reasons` are all derivations
of all tuples. The search is a breadth-first one over the same arrays with NumPy, with nothing known but the edges.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.document import write_tables
from checker.facts.frames import Fact, given_frame
from checker.facts.relations import SEEDS
from checker.rules.distributed import DistributedProgram
from checker.rules.engine.fixpoint import derivations, run_program
from checker.rules.engine.table import Ints
from checker.rules.load import load_program
from checker.rules.program import Program
from checker.spark.session import SparkRunner

SHAPES = ((1_000, 10), (10_000, 10), (100_000, 50), (100_000, 1_000), (1_000_000, 50), (100_000, 10_000))
DISTRIBUTED_SHAPES = ((1_000, 10), (100_000, 10))
ROUNDS = 3


def edges(objects: int, levels: int) -> tuple[Ints, Ints]:
    """(reader, read)"""
    random = np.random.default_rng(1)
    per = objects // levels
    readers = np.repeat(np.arange(per, objects), 2)
    return readers, (readers // per - 1) * per + random.integers(0, per, len(readers))


def search(objects: int, readers: Ints, read: Ints, changed: Ints) -> int:
    """A breadth-first search by hand: how many objects are reached."""
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


def measure(program: Program, objects: int, levels: int) -> str:
    """One row of the table: the best of some rounds, engine and search in turn."""
    readers, read = edges(objects, levels)
    changed = np.arange(objects // levels // 10 + 1)
    facts = {"Object": [np.arange(objects)], "Reference": [readers, read], "ChangedStmt": [changed]}
    explained = [rule for rule in program.rules if rule.head.relation in program.following_from(SEEDS)]
    best = [float("inf")] * 3
    for _ in range(ROUNDS):
        started = time.perf_counter()
        found = search(objects, readers, read, changed)
        searched = time.perf_counter()
        tables = run_program(program, facts, objects, {}).tables
        run = time.perf_counter()
        reasons = derivations(explained, tables, {})
        done = time.perf_counter()
        best = [min(pair) for pair in zip(best, (searched - started, run - searched, done - run), strict=True)]
        assert tables["DirtyStmt"].count == found
    by_hand, fixed_point, explain = best
    count = sum(len(one.head) for one in reasons)
    ratio = (fixed_point + explain) / by_hand
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    facts_in_all = objects + len(read) + len(changed)
    return (
        f"| {objects:,} | {facts_in_all:,} | {levels:,} | {by_hand:.3f} s | {fixed_point:.3f} s | "
        f"{explain:.3f} s | {ratio:.1f} | {count:,} | {memory:,} MB |"
    )


def distributed(program: Program, objects: int, levels: int, spark: SparkRunner) -> str:
    """The same as joins over DataFrames."""
    readers, read = edges(objects, levels)
    facts: list[Fact] = [("Object", f"o{number}") for number in range(objects)]
    facts += [
        ("Reference", f"o{reader}", f"o{one}") for reader, one in zip(readers.tolist(), read.tolist(), strict=True)
    ]
    facts += [("ChangedStmt", f"o{number}") for number in range(objects // levels // 10 + 1)]
    frame = given_frame(spark.session, facts).localCheckpoint()
    started = time.perf_counter()
    spread = DistributedProgram(frame, program)
    spread.run()
    return f"| {objects:,} | {len(facts):,} | {levels:,} | {time.perf_counter() - started:.1f} s |"


def tables(*, with_spark: bool) -> Iterator[str]:
    program = load_program("dependents", [], Path())
    yield "| objects | facts | levels | search by hand | fixed point | reasons | ratio | derivations | peak memory |"
    yield "|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for objects, levels in SHAPES:
        yield measure(program, objects, levels)
    if with_spark:
        yield from ("", "| objects | facts | levels | distributed |", "|--:|--:|--:|--:|")
        with SparkRunner("local[*]") as spark:
            for objects, levels in DISTRIBUTED_SHAPES:
                yield distributed(program, objects, levels, spark)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--distributed", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    lines = []
    for line in tables(with_spark=arguments.distributed):
        print(line, flush=True)
        lines.append(line)
    if arguments.write:
        write_tables("benchmarks/rules.py", lines)


if __name__ == "__main__":
    main()
