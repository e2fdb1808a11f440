from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from checker.parse.child import Task, parse_text
from checker.parse.pool import Child, Parsed, Source, parse_all
from checker.sql.statement import decode
from tests.git_repository import run_python
from tests.parse.processes import GOOD, HEAVY, parsers

_TASK = Task("postgres", {"name": "value"})
_SECONDS = 60.0


def _sources(count: int) -> list[Source]:
    return [Source(str(number), f"CREATE VIEW v{number} AS SELECT a FROM t;") for number in range(count)]


def _expected(sources: list[Source]) -> list[Parsed]:
    return [Parsed(one.blob, parse_text(one.text, _TASK)) for one in sources]


def _problems(parsed: Parsed) -> list[str]:
    return [problem.message for problem in decode(parsed.payload).problems]


@pytest.fixture
def child() -> Iterator[Child]:
    made = Child(_TASK, _SECONDS)
    yield made
    made.stop()


@pytest.mark.parametrize("processes", [0, 1, 3])
def test_files_come_back_in_order_from_any_number_of_processes(processes: int) -> None:
    sources = _sources(1_000)
    assert list(parse_all(iter(sources), _TASK, processes=processes, seconds=_SECONDS)) == _expected(sources)
    assert parsers() == []


def test_no_files_start_no_process() -> None:
    assert list(parse_all([], _TASK, processes=2, seconds=_SECONDS)) == []


def test_files_are_read_only_a_little_ahead_of_who_asks() -> None:
    taken = 0

    def sources() -> Iterator[Source]:
        nonlocal taken
        for one in _sources(5_000):
            taken += 1
            yield one

    parsing = parse_all(sources(), _TASK, processes=1, seconds=_SECONDS)
    next(parsing)
    assert taken < 1_000
    parsing.close()  # type: ignore[attr-defined]


def test_large_and_empty_files_go_through_whole() -> None:
    large = f"SELECT '{'x' * 4_000_000}';"
    sources = [Source("large", large), Source("empty", ""), Source("odd", "SELECT '\0é😀';")]
    assert list(parse_all(sources, _TASK, processes=1, seconds=_SECONDS)) == _expected(sources)


def test_half_a_surrogate_pair_does_no_harm(child: Child) -> None:
    sources = [Source("a", GOOD), Source("b", "CREATE VIEW v AS SELECT '\ud800' FROM t;"), Source("c", GOOD)]
    assert child.parse(sources) == _expected(sources)
    assert len(decode(child.parse(sources)[1].payload).statements) == 1


def test_a_file_that_takes_too_long_is_lost_alone() -> None:
    sources = [Source("a", GOOD), Source("heavy", HEAVY), Source("b", GOOD)]
    found = list(parse_all(sources, _TASK, processes=1, seconds=2))
    assert [one.blob for one in found] == ["a", "heavy", "b"]
    assert [found[0], found[2]] == _expected([sources[0], sources[2]])
    assert _problems(found[1]) == ["reading the file takes longer than 2 s"]
    assert not found[1].lasting
    assert parsers() == []


def _kill(child: Child, times: int) -> None:
    """Kill the process of a child, and the one that comes in its place."""
    killed: set[int] = set()
    while len(killed) < times:
        pid = child.pid
        if pid is not None and pid not in killed:
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        time.sleep(0.01)


def test_a_file_that_ends_its_process_twice_is_lost_alone(child: Child) -> None:
    sources = [Source("heavy", HEAVY), Source("a", GOOD), Source("b", GOOD)]
    killer = Thread(target=_kill, args=(child, 2))
    killer.start()
    found = child.parse(sources)
    killer.join()
    assert found[1:] == _expected(sources[1:])
    assert _problems(found[0]) == ["reading the file ends the parser"]
    assert not found[0].lasting


def test_a_file_whose_process_is_killed_once_is_read_again(child: Child) -> None:
    source = Source("heavy", HEAVY[: len(HEAVY) // 40])
    killer = Thread(target=_kill, args=(child, 1))
    killer.start()
    found = child.parse([source])
    killer.join()
    assert found == _expected([source])


def test_a_process_killed_while_it_waits_costs_no_file(child: Child) -> None:
    sources = _sources(3)
    assert child.parse(sources) == _expected(sources)
    first = child.pid
    os.kill(first or 0, signal.SIGKILL)
    assert child.parse(sources) == _expected(sources)
    assert child.pid != first


def test_a_process_that_stops_answering_is_replaced() -> None:
    child = Child(_TASK, 1)
    child.parse(_sources(1))
    first = child.pid
    os.kill(first or 0, signal.SIGSTOP)
    large = Source("large", f"SELECT '{'x' * 1_000_000}';")
    found = child.parse([large, *_sources(2)])
    child.stop()
    assert _problems(found[0]) == ["reading the file takes longer than 1 s"]
    assert found[1:] == _expected(_sources(2))


def test_a_parser_that_cannot_start_is_an_error_and_not_a_finding() -> None:
    with pytest.raises(RuntimeError, match="does not start"):
        list(parse_all(_sources(2), Task("no such dialect"), processes=2, seconds=_SECONDS))
    assert parsers() == []


_LITTLE_MEMORY = """
import resource, sys
from checker.parse.child import Task
from checker.parse.pool import Source, parse_all
from checker.sql.statement import decode
resource.setrlimit(resource.RLIMIT_AS, (160 << 20, 160 << 20))
texts = ["CREATE VIEW v AS SELECT a FROM t;", "SELECT " + "a, " * 1_000_000 + "a;", "CREATE VIEW w AS SELECT a FROM t;"]
sources = [Source(str(number), text) for number, text in enumerate(texts)]
for parsed in parse_all(sources, Task("postgres"), processes=1, seconds=60):
    file = decode(parsed.payload)
    print(len(file.statements), *[problem.message for problem in file.problems], sep="|")
"""


def test_a_file_that_eats_all_memory_is_lost_alone() -> None:
    done = run_python(_LITTLE_MEMORY)
    first, second, third = done.stdout.splitlines()
    assert (first, third) == ("1", "1"), done.stderr
    assert second in ("0|reading the file takes more memory than it may", "0|reading the file ends the parser")


def test_files_of_the_current_folder_are_not_taken_for_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, child: Child
) -> None:
    for name in ["sqlglot.py", "msgspec.py", "checker.py", "sitecustomize.py", "re.py"]:
        (tmp_path / name).write_text("open('marker', 'w'); raise SystemExit(1)\n")
    monkeypatch.chdir(tmp_path)
    assert child.parse(_sources(1)) == _expected(_sources(1))
    assert not (tmp_path / "marker").exists()


def test_variables_reach_the_parser() -> None:
    source = Source("a", "CREATE VIEW v AS SELECT :'name', :'other' FROM t;")
    (found,) = parse_all([source], _TASK, processes=1, seconds=_SECONDS)
    assert [one.message for one in decode(found.payload).undefined_variables] == ["other"]
