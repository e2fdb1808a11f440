from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from checker.parse.child import Task
from checker.parse.pool import Source, parse_all
from tests.parse.processes import GOOD, HEAVY, parsers, wait_until_dead

_TASK = Task("postgres")
_MANY = [Source(str(number), GOOD) for number in range(2_000)]
_ALL_HEAVY = [Source(str(number), HEAVY) for number in range(20)]


def test_no_process_survives_a_consumer_that_stops_early() -> None:
    parsing = parse_all(_MANY, _TASK, processes=2, seconds=60)
    next(parsing)
    assert parsers() != []
    parsing.close()  # type: ignore[attr-defined]
    assert parsers() == []


def test_busy_processes_are_ended_at_once_and_none_is_started_in_their_place() -> None:
    parsing = parse_all([Source("a", GOOD * 20_000), *_ALL_HEAVY], _TASK, processes=2, seconds=1)
    assert not next(parsing).lasting
    parsing.close()  # type: ignore[attr-defined]
    assert parsers() == []


def test_no_process_survives_a_consumer_that_raises() -> None:
    def consume() -> None:
        for _ in parse_all(_MANY, _TASK, processes=2, seconds=60):
            raise LookupError("the consumer")

    with pytest.raises(LookupError, match="the consumer"):
        consume()
    assert parsers() == []


def test_no_process_survives_sources_that_raise() -> None:
    def sources() -> Iterator[Source]:
        yield from _MANY[:500]
        raise LookupError("the sources")

    with pytest.raises(LookupError, match="the sources"):
        list(parse_all(sources(), _TASK, processes=2, seconds=60))
    assert parsers() == []


_PARENT = """
import sys
from checker.parse.child import Task
from checker.parse.pool import Child, Source
child = Child(Task("postgres"), float(sys.argv[1]))
child.parse([Source("a", "SELECT 1;")])
print(child.pid, flush=True)
if sys.argv[2] == "busy":
    child.parse([Source("heavy", "SELECT a, b FROM t WHERE x = 1;" * 40_000)])
sys.stdin.read()
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_whose_parent_is_killed_ends_by_itself(state: str, sign: signal.Signals) -> None:
    command = [sys.executable, "-c", _PARENT, "1" if state == "busy" else "60", state]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.send_signal(sign)
        parent.wait()
        wait_until_dead([pid])


_INTERRUPTED = """
from checker.parse.child import Task
from checker.parse.pool import Source, parse_all
good, heavy = "CREATE VIEW v AS SELECT a FROM t;", "SELECT a, b FROM t WHERE x = 1;" * 40_000
sources = [Source(str(number), good) for number in range(64)]
sources += [Source(f"heavy {number}", heavy) for number in range(20)]
try:
    for parsed in parse_all(sources, Task("postgres"), processes=1, seconds=60):
        print(parsed.blob, flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
input()
"""


def test_ctrl_c_ends_every_process_and_prints_nothing_of_them() -> None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", _INTERRUPTED]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, process_group=0) as parent:
        assert parent.stdout is not None
        for number in range(64):
            assert parent.stdout.readline() == f"{number}\n"
        pids = parsers(parent.pid)
        os.killpg(parent.pid, signal.SIGINT)  # as a terminal does, to all of the group
        assert parent.stdout.readline() == "interrupted\n"
        assert (len(pids), parsers(parent.pid)) == (1, [])
        assert parent.communicate("\n")[1] == ""
