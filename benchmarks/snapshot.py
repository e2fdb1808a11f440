"""How fast statements are read: by the reader alone, from a repository without and with the parse cache.

    python benchmarks/snapshot.py                    # prints the tables
    python benchmarks/snapshot.py --write            # and puts them into docs/performance.md

Speeds are statements per second of CPU (all processes together), so that they are per core and hardly depend on
what else the machine does. Every figure comes from a process of its own; peak memory is that of the largest
process, and of all Python processes of the run together.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.corpus import corpus, write_repository
from benchmarks.document import write_tables
from checker.commands.options import Options
from checker.repo.files import Listing
from checker.snapshot.collect import Sides
from checker.snapshot.read import SideReader
from checker.spark.session import SparkRunner
from checker.sql.dialect import get_dialect
from checker.sql.reader import read_file

SIZES = (1_000, 10_000, 100_000)
DIALECTS = ("materialize", "clickhouse", "postgres")


def measure_reader(dialect: str, statements: int) -> int:
    """Parse texts in this process, one after the other."""
    made, found = get_dialect(dialect), 0
    for _, text, _ in corpus(dialect, statements):
        found += len(read_file(text, made, {}).statements)
    return found


def measure_repository(repository: Path, cache: Path | None) -> int:
    """List, read and parse a commit, as `checker snapshot` does before Spark gets it."""
    options = Options(repo=repository, head="main", cache=cache, no_cache=cache is None)
    project = options.open_project()
    sides = Sides(Listing(()), project.list_files(project.revision("main")))
    with SparkRunner() as spark:
        reader = SideReader(sides, project.layout(sides), options.blob_parser(project, spark))
        return sum(len(file.parsed.statements) for file in reader.read(reader.entries))


def run_measurement(arguments: argparse.Namespace) -> None:
    """What a process of its own does: measure one thing and print it."""
    dialect, statements = arguments.dialect, arguments.statements
    list(corpus(dialect, 1))  # imports and the grammar's tables are not what is measured
    started, used = time.perf_counter(), _cpu()
    if arguments.measure == "reader":
        found = measure_reader(dialect, statements)
    else:
        found = measure_repository(arguments.repository, arguments.cache)
    seconds, cpu = time.perf_counter() - started, _cpu() - used
    own, largest = (
        resource.getrusage(who).ru_maxrss // 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(json.dumps({"statements": found, "seconds": seconds, "cpu": cpu, "own_mb": own, "child_mb": largest}))


def _cpu() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measured(*arguments: str | Path) -> dict[str, float]:
    command = [sys.executable, __file__, *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def reader_table() -> list[str]:
    lines = ["| dialect | statements | statements/s/core | peak memory |", "|---|--:|--:|--:|"]
    for dialect in DIALECTS:
        for size in SIZES:
            one = measured("--measure", "reader", "--dialect", dialect, "--statements", str(size))
            lines.append(f"| {dialect} | {one['statements']:,} | {_rate(one)} | {one['own_mb']:,} MB |")
            _tell(lines[-1])
    return lines


def repository_table(folder: Path) -> list[str]:
    lines = [
        "| statements | cache | statements/s/core | wall | peak memory, checker / largest child |",
        "|--:|---|--:|--:|--:|",
    ]
    for size in SIZES:
        repository = folder / f"repository-{size}"
        write_repository(repository, "materialize", size)
        common: list[str | Path] = ["--dialect", "materialize", "--repository", repository, "--statements", str(size)]
        cache: list[str | Path] = ["--cache", folder / f"cache-{size}"]
        for name, extra in {"none": [], "filling it": cache, "warm": cache}.items():
            one = measured("--measure", "repository", *common, *extra)
            memory = f"{one['own_mb']:,} / {one['child_mb']:,} MB"
            lines.append(f"| {one['statements']:,} | {name} | {_rate(one)} | {one['seconds']:.1f} s | {memory} |")
            _tell(lines[-1])
    return lines


def _rate(one: dict[str, float]) -> str:
    return f"{one['statements'] / one['cpu']:,.0f}"


def _tell(line: str) -> None:
    print(line, file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--measure", choices=("reader", "repository"), help=argparse.SUPPRESS)
    parser.add_argument("--dialect", default="materialize", help=argparse.SUPPRESS)
    parser.add_argument("--statements", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--repository", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--cache", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        run_measurement(arguments)
        return
    with tempfile.TemporaryDirectory(prefix="checker-benchmark-") as folder:
        machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, pure sqlglot."
        tables = [machine, "", *reader_table(), "", *repository_table(Path(folder))]
    print("\n".join(tables))
    if arguments.write:
        write_tables("benchmarks/snapshot.py", tables)


if __name__ == "__main__":
    main()
