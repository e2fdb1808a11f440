"""What a whole check costs, against a bare PySpark program that counts ten rows.

    python benchmarks/endtoend.py                    # prints the table
    python benchmarks/endtoend.py --write            # and puts it, with a plot, into docs/performance.md
    python benchmarks/endtoend.py --peer sqlmesh     # also SQLMesh's diff of the same models, where it is installed

All commands take turns, round after round, each in processes of its own; a ratio is that of two medians of one run.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.document import write_tables
from benchmarks.measure import Measured, measure
from benchmarks.models import BASE, branch_of, write_models
from checker.parse.blobs import MANY_FILES

CHANGES = (1, 10, 100)
HELLO = """
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
print(spark.range(10).count())
spark.stop()
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One command that takes its turn."""

    name: str
    command: tuple[str, ...]
    forget: tuple[Path, str] | None = None
    """A cache, and the files in it that are removed before it runs."""
    accepted: tuple[int, ...] = (0,)
    """Exit codes that mean it did its work: SQLMesh says with 1 that there are differences."""


def hello() -> Case:
    return Case("bare PySpark, counts ten rows", (sys.executable, "-c", HELLO))


def checks(folder: Path, objects: int, *, cold: bool) -> list[Case]:
    """Checks of one repository: cold for one size of change, with a warm cache for each, and of no change."""
    repository, cache = folder / str(objects), folder / f"cache-{objects}"
    write_models(repository, objects, (0, *CHANGES))

    def check(changed: int, said: str = "", forget: str = "") -> Case:
        change = f"{changed:,} changed" if changed else "no SQL changed"
        return Case(
            f"{objects:,} objects, {change}{said}",
            (sys.executable, "-m", "checker", "check", "--repo", str(repository), "--base", BASE, "--head",
             branch_of(changed), "--cache", str(cache), "--format", "json", "--quiet", "--fail-on", "never"),
            (cache, forget) if forget else None,
        )  # fmt: skip

    first = [check(CHANGES[1], ", cold", "*")] if cold else []
    first += [check(CHANGES[1], ", all read again", "*.settled")] if objects >= MANY_FILES else []
    return [*first, *map(check, (0, *CHANGES))]


def run_rounds(cases: list[Case], rounds: int) -> dict[str, list[Measured]]:
    """Every case once a round; a first turn fills the caches and is not counted."""
    found: dict[str, list[Measured]] = {case.name: [] for case in cases}
    for number in range(-1, rounds):
        for case in cases:
            if case.forget is not None:
                folder, pattern = case.forget
                for path in folder.glob(pattern):
                    path.unlink()
            measured = measure(case.command, os.environ | {"CHECKER_NO_WARM": "1"})
            if measured.code not in case.accepted:
                raise SystemExit(f"{case.name}: ended with {measured.code}")
            print(f"round {number}: {case.name}: {measured.wall:.2f} s, CPU {measured.cpu:.2f} s", file=sys.stderr)
            if number >= 0:
                found[case.name].append(measured)
    return found


def table(found: dict[str, list[Measured]], base: str) -> list[str]:
    lines = [
        "| | wall, s (spread) | CPU, s (spread) | ratio, wall | ratio, CPU | peak memory |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name, runs in found.items():
        wall, cpu = [run.wall for run in runs], [run.cpu for run in runs]
        ratios = (_ratio(found, name, base, of) for of in ("wall", "cpu"))
        peak = f"{median(run.peak for run in runs) / 2**20:,.0f} MB"
        lines.append(
            f"| {name} | {_spread(wall)} | {_spread(cpu)} | {' | '.join(f'{one:.2f}' for one in ratios)} | {peak} |"
        )
    return lines


def _spread(values: list[float]) -> str:
    return f"{median(values):.1f} ({min(values):.1f} to {max(values):.1f})"


def _ratio(found: dict[str, list[Measured]], name: str, base: str, of: str) -> float:
    one, other = (median(getattr(run, of) for run in found[which]) for which in (name, base))
    return float(one / other)


def programs(found: dict[str, list[Measured]]) -> list[str]:
    """Where the CPU time goes: the median of each program's part."""
    names = sorted({name for runs in found.values() for run in runs for name in run.by_program} - {"others"})
    lines = [f"| CPU, s | {' | '.join(names)} |", f"|---|{'--:|' * len(names)}"]
    for case, runs in found.items():
        parts = (median(run.by_program.get(name, 0.0) for run in runs) for name in names)
        lines.append(f"| {case} | {' | '.join(f'{part:.1f}' for part in parts)} |")
    return lines


def plot(found: dict[str, list[Measured]], base: str) -> list[str]:
    """The CPU ratios as bars, drawn by whoever shows the document."""
    names = [f'"{name}"' for name in found]
    bars = [f"{_ratio(found, name, base, 'cpu'):.2f}" for name in found]
    return [
        "```mermaid",
        "xychart-beta horizontal",
        '    title "CPU time as a ratio to a bare PySpark program"',
        f"    x-axis [{', '.join(names)}]",
        '    y-axis "ratio"',
        f"    bar [{', '.join(bars)}]",
        "```",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--most-cold", type=int, default=10_000, help="larger repositories are only checked warm")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--peer", choices=("sqlmesh",))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="endtoend-") as name:
        folder, base = Path(name), hello()
        cases = [base]
        for objects in arguments.sizes:
            cases += checks(folder, objects, cold=objects <= arguments.most_cold)
            if arguments.peer and objects <= arguments.most_cold:
                from benchmarks.sqlmesh_peer import sqlmesh_diff

                peer = sqlmesh_diff(folder / f"sqlmesh-{objects}", objects)
                cases.append(Case(f"{objects:,} models, SQLMesh diff, cold", peer, accepted=(0, 1)))
        found = run_rounds(cases, arguments.rounds)
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {arguments.rounds} rounds."
    lines = [machine, "", *table(found, base.name), "", *plot(found, base.name), "", *programs(found)]
    print("\n".join(lines))
    if arguments.write:
        write_tables("benchmarks/endtoend.py", lines)


if __name__ == "__main__":
    main()
